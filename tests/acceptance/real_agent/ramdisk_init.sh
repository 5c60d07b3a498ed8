#!/bin/sh
# The first process of the ramdisk: set the machine up, then run the agent for ever.
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
mount -t tmpfs run /run
exec </dev/console >/dev/console 2>&1

/lib/systemd/systemd-udevd --daemon
for module in $(cat /etc/modules-wanted); do modprobe -q "$module"; done
udevadm trigger --action=add
udevadm settle --timeout=20

hostname ipa
ip link set lo up
for word in $(cat /proc/cmdline); do
    case $word in lab-address=*) address=${word#lab-address=} ;; esac
done
for path in /sys/class/net/*; do
    card=${path##*/}
    [ "$card" = lo ] && continue
    ip link set "$card" up
    ip address add "$address" dev "$card"
    break
done
while :; do
    /usr/local/bin/run-agent
    echo "ramdisk: the agent has ended with $?"
    sleep 2
done

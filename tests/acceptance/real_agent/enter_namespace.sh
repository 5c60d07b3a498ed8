#!/bin/sh
# Run the agent in its tree, seeing no disk and unable to switch anything off. Called in namespaces of its own, with the tree, a folder
# for what it writes, and the kernel line that it is to believe.
set -e
tree=$1 own=$2 line=$3
mount --make-rprivate /
mount --bind "$tree" "$tree"
cd "$tree"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
# The agent erases what it takes for disks, so it is shown none of this machine's.
for folder in run tmp var/log dev sys/block sys/class/block sys/dev/block; do mount -t tmpfs none "$folder"; done
mkdir dev/shm
for device in null zero full random urandom; do
    : >"dev/$device"
    mount --bind "/dev/$device" "dev/$device"
done
printf '%s\n' "$line" >"$own/cmdline"
mount --bind "$own/cmdline" proc/cmdline
# The host's own trigger: a write to it would switch the host off.
[ ! -e proc/sysrq-trigger ] || mount --bind /dev/null proc/sysrq-trigger
hostname ipa
exec setpriv --bounding-set=-sys_boot,-mknod,-sys_rawio,-sys_module,-sys_admin \
    --inh-caps=-all chroot . /usr/local/bin/run-agent

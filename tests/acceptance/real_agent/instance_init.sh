#!/bin/busybox sh
# The first process of the instance: read the config drive and say on the serial line who it is.
/bin/busybox mkdir -p /proc /sys /dev /mnt
/bin/busybox mount -t proc proc /proc
/bin/busybox mount -t sysfs sys /sys
/bin/busybox mount -t devtmpfs dev /dev
exec </dev/console >/dev/console 2>&1
for module in $(/bin/busybox cat /modules); do /bin/busybox insmod "$module" 2>/dev/null; done
name=
for try in 1 2 3 4 5 6 7 8 9 10; do
    for disk in /dev/vda?*; do
        if /bin/busybox mount -r -t iso9660 "$disk" /mnt 2>/dev/null; then
            name=$(/bin/busybox sed -n 's/.*"hostname": *"\([^"]*\)".*/\1/p' /mnt/openstack/latest/meta_data.json)
            /bin/busybox umount /mnt
        fi
    done
    [ -n "$name" ] && break
    /bin/busybox sleep 1
done
/bin/busybox hostname "${name:-nobody}"
echo "INSTANCE IS UP: $(/bin/busybox hostname)"
while :; do /bin/busybox sleep 3600; done

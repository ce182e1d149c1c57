#!/bin/sh
# The first process inside. /settings holds what run_vm.py was asked for; the command's output
# leaves by serial lines of its own, its exit code by the last one.
/bin/busybox --install -s /bin
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mkdir -p /tmp /run
mount -t tmpfs tmpfs /tmp
mount -t cgroup2 cgroup2 /sys/fs/cgroup
for line in 1 2 3; do stty -F /dev/ttyS$line raw -echo; done

give_up() {
    echo "init: $1" >/dev/ttyS2
    echo 125 >/dev/ttyS3
    poweroff -f
}

. /settings
for cpu in $offline; do
    echo 0 >/sys/devices/system/cpu/cpu$cpu/online || give_up "CPU $cpu cannot be taken offline"
done
if [ -n "$cpus$mems$quota" ]; then
    echo "+cpuset +cpu" >/sys/fs/cgroup/cgroup.subtree_control
    group=/sys/fs/cgroup/command
    mkdir $group
    if [ -n "$cpus" ]; then
        echo "$cpus" >$group/cpuset.cpus || give_up "there are no CPUs $cpus"
    fi
    if [ -n "$mems" ]; then
        echo "$mems" >$group/cpuset.mems || give_up "there are no nodes $mems"
    fi
    if [ -n "$quota" ]; then
        echo "$quota 100000" >$group/cpu.max || give_up "a quota of $quota us cannot be set"
    fi
    echo $$ >$group/cgroup.procs || give_up "the control group takes no process"
fi
ulimit -l unlimited
sh /command </stdin >/dev/ttyS1 2>/dev/ttyS2
echo $? >/dev/ttyS3
poweroff -f

"""System calls that no student needs: name, number on x86-64, on aarch64 (-1: none)."""

dangerous = {
    "socket": (41, 198), "connect": (42, 203), "bind": (49, 200), "accept4": (288, 242), "execve": (59, 221),
    "execveat": (322, 281), "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271), "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438), "process_madvise": (440, 440), "kcmp": (312, 272),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51), "unshare": (272, 97),
    "setns": (308, 268), "bpf": (321, 280), "io_uring_setup": (425, 425), "io_uring_enter": (426, 426),
    "userfaultfd": (323, 282), "keyctl": (250, 219), "add_key": (248, 217), "perf_event_open": (298, 241),
    "fork": (57, -1), "vfork": (58, -1), "symlinkat": (266, 36), "linkat": (265, 37), "renameat2": (316, 276),
    "mkdirat": (258, 34), "mknodat": (259, 33), "fchmodat": (268, 53), "fchownat": (260, 54), "truncate": (76, 45),
    "memfd_create": (319, 279), "shmget": (29, 194), "shmat": (30, 196), "setrlimit": (160, 164), "setuid": (105, 146),
    "setresuid": (117, 147), "capset": (126, 91), "open_by_handle_at": (304, 265), "personality": (135, 92),
    "init_module": (175, 105), "kexec_load": (246, 104), "reboot": (169, 142), "setns_": (308, 268),
    "sched_setaffinity": (203, 122), "landlock_restrict_self": (446, 446), "seccomp_": (317, 277),
    "inotify_init1": (294, 26), "fanotify_init": (300, 262), "timer_create": (222, 107), "setitimer": (38, 103),
    "mq_open": (240, 180), "msgget": (68, 186), "semget": (64, 190), "openat2": (437, 437), "clone3_": (435, 435),
    "name_to_handle_at": (303, 264), "vmsplice": (278, 75), "mlockall": (151, 230),
}  # fmt: skip

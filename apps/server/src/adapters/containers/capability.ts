/**
 * What images of services need to come up: to change owners and accounts, to listen below 1024, to end their
 * children, and to lock themselves into a folder. Of what Docker grants by itself, making device files, raw
 * packets, file capabilities and the audit log are gone.
 */
export const usualCapabilities = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'NET_BIND_SERVICE',
  'SETGID',
  'SETUID',
  'SYS_CHROOT',
]

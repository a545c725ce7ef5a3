/**
 * What service images need to come up. Of Docker's usual set, device files, raw packets, file capabilities
 * and the audit log are left out.
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

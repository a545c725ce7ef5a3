import { ConfigFault } from './fault.ts'
import type { Environment } from './given.ts'

const firstDescriptor = 3

/** Of a listening socket that the service manager keeps, as sd_listen_fds(3) describes. Null without one. */
export const passedDescriptor = (env: Environment, pid: number): number | null => {
  // Children inherit the variables, but not the sockets.
  if (env['LISTEN_PID'] !== String(pid)) return null
  const count = Number(env['LISTEN_FDS'])
  if (count === 1) return firstDescriptor
  const problem = `the service manager passes ${count} sockets; keep only the one of the site, with a single ListenStream=`
  throw new ConfigFault([{ setting: 'LISTEN_FDS', source: 'environment', problem }])
}

import { createHash } from 'node:crypto'
import path from 'node:path'

export const programName = 'pennant-tunnel'
export const programVersion = '0.1.0'
export const program = `${programName}/${programVersion}`

export type DaemonPaths = {
  readonly config: string
  /** A socket, or the name of a pipe on Windows. */
  readonly control: string
  /** Must belong to the player before the socket is safe; null where there is no such folder. */
  readonly controlFolder: string | null
}

export class PathFault extends Error {}

type Machine = {
  platform: NodeJS.Platform
  env: Readonly<Record<string, string | undefined>>
  home: string
}

/** Some systems cut off longer socket names. */
const maxSocketName = 100

/** `PENNANT_TUNNEL_HOME` replaces the customary folders of the system. */
export const daemonPathsOn = ({ platform, env, home }: Machine): DaemonPaths => {
  const own = absolute(env['PENNANT_TUNNEL_HOME'])
  if (platform === 'win32') {
    const config =
      own ?? path.win32.join(env['APPDATA'] ?? path.win32.join(home, 'AppData', 'Roaming'), programName)
    const id = createHash('sha256').update(config.toLowerCase()).digest('hex').slice(0, 16)
    return { config, control: `\\\\.\\pipe\\${programName}-${id}`, controlFolder: null }
  }
  if (platform === 'darwin') {
    const folder = own ?? path.join(home, 'Library', 'Application Support', programName)
    return { config: folder, ...socketIn(folder) }
  }
  const config = own ?? path.join(absolute(env['XDG_CONFIG_HOME']) ?? path.join(home, '.config'), programName)
  const state = absolute(env['XDG_STATE_HOME']) ?? path.join(home, '.local', 'state')
  return { config, ...socketIn(own ?? path.join(state, programName)) }
}

const socketIn = (folder: string): Pick<DaemonPaths, 'control' | 'controlFolder'> => {
  const control = path.join(folder, 'control.sock')
  if (Buffer.byteLength(control) <= maxSocketName) return { control, controlFolder: folder }
  throw new PathFault(`${control} is too long for a socket; set PENNANT_TUNNEL_HOME to a shorter folder`)
}

/** The XDG rules ignore empty and relative folders. */
const absolute = (folder: string | undefined): string | undefined =>
  folder !== undefined && (path.isAbsolute(folder) || path.win32.isAbsolute(folder)) ? folder : undefined

import type { LinkEnd } from '../link/link.ts'
import type { ListenerEvents } from '../link/listener.ts'
import type { LocalAddress } from '../link/local-address.ts'
import { shortRemote } from '../link/short-remote.ts'
import type { Finding } from '../probe/probe.ts'
import type { Log } from '../terminal/log.ts'
import type { Tunnel } from './tunnel.ts'

const repeatAfterMs = 10_000

export const createPoolLog = ({ log, now }: { log: Log; now: () => number }) => ({
  opened({ host, label, remote, listener: { local } }: Tunnel): void {
    log.info(`${label}: ${local} leads to ${shortRemote(remote)}, for ${host}.`, { local, site: host, label })
  },

  fell({ label, listener: { local } }: Tunnel, finding: Finding): void {
    const why = finding === 'nothing' ? "the site isn't responding" : `the site answers ${finding.status}`
    log.info(`${label}: ${local} is closed: ${why}.`, { local, label })
  },

  // Repeated refusals are logged once, because programs retry quickly.
  connections({ reach, port }: LocalAddress, remote: string): ListenerEvents {
    const to = shortRemote(remote)
    if (reach === 'network')
      log.warning(`Everyone on your network can reach ${to} through this computer${atPort(port)}.`)
    let said: { why: string; at: number } | null = null
    return {
      onOpen: () => log.debug(`A connection to ${to} begins.`),
      onRefused(why) {
        if (said?.why === why && now() - said.at < repeatAfterMs) return
        said = { why, at: now() }
        log.warning(`No connection to ${to}: ${why}.`)
      },
      onEnd: ({ up, down, broken }: LinkEnd) =>
        log.debug(`A connection to ${to} ${broken ? 'broke off' : 'ended'}: ${up} bytes out, ${down} in.`),
    }
  },
})

/** Rate-limited, because other users of this machine may try as often as they like. */
export const createStrangerLog = ({ log, now }: { log: Log; now: () => number }): (() => void) => {
  let said: number | null = null
  return () => {
    if (said !== null && now() - said < repeatAfterMs) return
    said = now()
    log.warning('Refused a connection to this tunnel from another user of this computer.')
  }
}

const atPort = (port: number): string => (port === 0 ? '' : `, port ${port}`)

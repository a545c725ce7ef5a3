import { setTimeout as wait } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { LinkEnd, LinkTiming } from '../../apps/tunnel/src/link/link.ts'
import { openListener, type Listener } from '../../apps/tunnel/src/link/listener.ts'
import { openSite, relayTo, type Service, type Site } from './tunnel-site.ts'

export type OpenedTunnel = {
  listener: Listener
  site: Site
  refusals: string[]
  ends: LinkEnd[]
  opened: () => number
}

export const createTunnelOpener = () => {
  const open: { close(): Promise<void> }[] = []
  const keep = <T extends { close(): Promise<void> }>(one: T): T => {
    open.push(one)
    return one
  }

  const openTo = async (site: Site, timing?: Partial<LinkTiming>): Promise<OpenedTunnel> => {
    const refusals: string[] = []
    const ends: LinkEnd[] = []
    let opened = 0
    const listener = await openListener({
      host: '127.0.0.1',
      port: 0,
      peerOf: () => 'own',
      remote: site.remote,
      ...(timing === undefined ? {} : { timing }),
      events: {
        onOpen: () => void opened++,
        onRefused: (why) => void refusals.push(why),
        onEnd: (end) => void ends.push(end),
      },
    })
    keep(listener)
    return { listener, site, refusals, ends, opened: () => opened }
  }

  return {
    keep,
    openTo,
    toService: async (service: Service, timing?: Partial<LinkTiming>): Promise<OpenedTunnel> =>
      openTo(keep(await openSite(relayTo(keep(service)))), timing),
    toSocket: async (manner: (ws: WebSocket) => void, timing?: Partial<LinkTiming>): Promise<OpenedTunnel> =>
      openTo(keep(await openSite(manner)), timing),
    async closeAll(): Promise<void> {
      for (const one of open.splice(0).toReversed()) await one.close()
    },
  }
}

export const until = async (holds: () => boolean): Promise<void> => {
  for (let tries = 0; !holds(); tries++) {
    if (tries > 1000) throw new Error('it never came')
    await wait(5)
  }
}

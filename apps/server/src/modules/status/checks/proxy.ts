import type { Socket } from 'node:net'
import { type Check, type Finding, found, foundIf } from './check.ts'
import { judgeCertificate, judgeClock, judgeIdle, judgeUpstream } from './level.ts'
import type { Asked, SiteLine } from './site-line.ts'

export type ProxyNeeds = {
  line: SiteLine
  /** Of this run, for the probe. */
  token: string
  now: () => number
  /** When the last planned game ends; 0 without one. */
  until: () => Promise<number>
  /** A game that anyone can see; null without one. */
  game: () => Promise<number | null>
  /** Where the site is asked without encryption. */
  plainUrl: URL
}

type Probe = {
  address: string | null
  peer: string
  line: string
  forwarded: boolean
  cookie: string
  now: number
}

const forged = '198.51.100.77'
const mebibyte = 1_048_576
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** Null if something else answers. */
const probe = async ({ line, token }: ProxyNeeds, asked?: Asked, query = ''): Promise<Probe | null> => {
  const { status, text } = await line.ask(`/api/config/probe/${token}${query}`, asked)
  // Only the server of this installation answers it with 200.
  return status === 200 ? (JSON.parse(text) as Probe) : null
}

/** Only if this finds nothing, the other checks make sense. */
export const reachCheck = (needs: ProxyNeeds): Check => ({
  id: 'proxy.reach',
  async run() {
    const { host } = needs.line.url
    try {
      const seen = await probe(needs)
      if (seen === null) return [found('red', 'proxy.foreign', host)]
      const off = Math.round(seen.now - needs.now())
      return foundIf(judgeClock(off), 'clock.site', off)
    } catch (error) {
      return [found('red', 'proxy.unreachable', host, error instanceof Error ? error.message : 'unknown')]
    }
  },
})

export const certificateCheck = ({
  line,
  now,
  until,
}: Pick<ProxyNeeds, 'line' | 'now' | 'until'>): Check => ({
  id: 'proxy.certificate',
  async run() {
    const certificate = await line.certificate()
    if (certificate === null) return []
    const { fault, expires } = certificate
    if (fault !== null) return [found('red', 'proxy.certificate', line.url.host, fault)]
    const level = judgeCertificate(expires, now(), await until())
    return foundIf(level, 'proxy.certificateEnds', line.url.host, dateOf(expires))
  },
})

export const redirectCheck = (
  { line, plainUrl }: ProxyNeeds,
  ask: (url: URL) => Promise<string | null>,
): Check => ({
  id: 'proxy.redirect',
  async run() {
    if (line.url.protocol !== 'https:') return []
    // Null: nothing listens there, which is as good.
    const target = await ask(plainUrl).catch(() => null)
    return target === null || target.startsWith('https://')
      ? []
      : [found('yellow', 'proxy.plain', plainUrl.host)]
  },
})

export const addressCheck = (needs: ProxyNeeds): Check => ({
  id: 'proxy.address',
  async run() {
    const seen = await probe(needs)
    const lied = await probe(needs, { headers: { 'x-forwarded-for': forged } })
    if (seen === null || lied === null) return []
    const isProxied = needs.line.url.protocol === 'https:'
    const all: Finding[] = []
    if (lied.address === forged) all.push(found('red', 'proxy.forged'))
    // The server itself speaks no TLS: what it sees is a proxy.
    if (isProxied && !seen.forwarded) all.push(found('red', 'proxy.noAddress', seen.peer))
    const isUntrusted = seen.forwarded && seen.address !== null && isSame(seen.address, seen.peer)
    // On its own machine, the proxy has the address of the visitor.
    if (isUntrusted && !isLoopback(seen.peer)) all.push(found('red', 'proxy.notTrusted', seen.peer))
    return all
  },
})

const bare = (address: string): string => address.replace(/^::ffff:/, '')
const isSame = (one: string, other: string): boolean => bare(one) === bare(other)
const isLoopback = (address: string): boolean => /^127\.|^::1$/.test(bare(address))

const handshake = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
}

export const hubCheck = ({ line, game }: ProxyNeeds): Check => ({
  id: 'proxy.hub',
  async run(signal) {
    const id = await game()
    if (id === null) return []
    const { status } = await line.ask(`/hub/user?game=${id}`, { headers: handshake, signal })
    return status === 101 ? [] : [found('red', 'proxy.hub', `status ${status}`)]
  },
})

/** As long as a poll without news. */
export const silenceCheck = (needs: ProxyNeeds, seconds: number): Check => ({
  id: 'proxy.silence',
  limitMs: (seconds + 10) * 1_000,
  async run(signal) {
    const answer = await probe(needs, { signal }, `?silent=${seconds}`).catch(() => null)
    return answer === null ? [found('red', 'proxy.cut', seconds)] : []
  },
})

/** As a page in a tab that nobody looks at. */
export const hubHoldCheck = ({ line, game }: Pick<ProxyNeeds, 'game' | 'line'>, seconds: number): Check => ({
  id: 'proxy.hubHold',
  limitMs: (seconds + 10) * 1_000,
  async run(signal) {
    const id = await game()
    if (id === null) return []
    const held = await line.hold(`/hub/user?game=${id}`, seconds * 1_000, signal)
    if (held.kind === 'refused') return [found('yellow', 'proxy.hubRefused', seconds, held.why)]
    return held.kind === 'held'
      ? []
      : [found('red', 'proxy.hubCut', seconds, Math.round(held.afterMs / 1_000))]
  },
})

export const contentCheck = ({ line }: ProxyNeeds): Check => ({
  id: 'proxy.content',
  async run(signal) {
    const headers = { 'accept-encoding': 'br' }
    const [page, config] = [
      await line.ask('/openapi/v1.json', { headers, signal }),
      await line.ask('/api/config', { headers, signal }),
    ]
    const tag = config.headers.etag
    const again =
      tag === undefined
        ? null
        : await line.ask('/api/config', { headers: { ...headers, 'if-none-match': tag }, signal })
    return [
      ...(page.headers['content-encoding'] === 'br' ? [] : [found('yellow', 'proxy.compression')]),
      ...(again?.status === 304 ? [] : [found('yellow', 'proxy.tags')]),
    ]
  },
})

/** The same address, asked by two visitors: whatever keeps answers must tell them apart. */
export const mixCheck = (needs: ProxyNeeds): Check => ({
  id: 'proxy.mixed',
  async run() {
    const visitors = ['doctor=one', 'doctor=other', 'doctor=one', 'doctor=other']
    for (const cookie of visitors) {
      const seen = await probe(needs, { headers: { cookie } })
      if (seen !== null && seen.cookie !== cookie) return [found('red', 'proxy.mixed')]
    }
    return []
  },
})

/** Announces it and waits for leave to send: nothing that large has to be sent. */
export const uploadCheck = ({ line }: ProxyNeeds, mebibytes: number, path: string): Check => ({
  id: `proxy.upload${mebibytes}`,
  async run(signal) {
    const lines = [
      `POST ${path} HTTP/1.1`,
      `Host: ${line.url.host}`,
      'Content-Type: multipart/form-data; boundary=pennant',
      `Content-Length: ${mebibytes * mebibyte}`,
      'Expect: 100-continue',
    ]
    const status = await line.announce(`${lines.join('\r\n')}\r\n\r\n`, signal)
    return status === 413 ? [found('red', 'proxy.upload', mebibytes, `status ${status}`)] : []
  },
})

const requests = 50

export const upstreamCheck = (needs: ProxyNeeds): Check => ({
  id: 'proxy.upstream',
  async run(signal) {
    const agent = needs.line.kept()
    const lines = new Set<string>()
    try {
      for (let each = 0; each < requests; each++) {
        const seen = await probe(needs, { agent, signal })
        if (seen !== null) lines.add(seen.line)
      }
    } finally {
      agent.destroy()
    }
    return foundIf(judgeUpstream(lines.size), 'proxy.upstream', requests, lines.size)
  },
})

const openAtOnce = 50

export const idleCheck = ({ line }: ProxyNeeds, wanted: number, limitMs: number): Check => ({
  id: 'proxy.idle',
  limitMs,
  async run(signal) {
    const sockets: Socket[] = []
    const lost = new Set<Socket>()
    try {
      while (sockets.length < wanted && !signal.aborted) {
        const more = Math.min(openAtOnce, wanted - sockets.length)
        const opened = await Promise.allSettled(Array.from({ length: more }, () => line.open()))
        const fresh = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        for (const socket of fresh) {
          socket.on('error', () => undefined)
          socket.once('close', () => lost.add(socket))
          socket.resume()
        }
        sockets.push(...fresh)
        if (fresh.length < more) break
      }
      const held = sockets.length - lost.size
      return foundIf(judgeIdle(held, wanted), 'proxy.idle', wanted, held)
    } finally {
      for (const socket of sockets) socket.destroy()
    }
  },
})

/** `reach` tells whether the address answers as the health port does. */
export const healthPortCheck = (address: string | null, reach: (url: string) => Promise<boolean>): Check => ({
  id: 'safety.health',
  run: async () =>
    address !== null && (await reach(`http://${address}/livez`))
      ? [found('red', 'safety.health', address)]
      : [],
})

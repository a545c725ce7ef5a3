import type { Installation } from './installation.ts'
import { createProbeToken } from '../core/identity/probe-token.ts'
import { isOwnMachine } from '../kit/listen.ts'
import { type Check, together } from '../modules/status/checks/check.ts'
import {
  addressCheck,
  certificateCheck,
  contentCheck,
  healthPortCheck,
  hubCheck,
  hubHoldCheck,
  idleCheck,
  mixCheck,
  type ProxyNeeds,
  reachCheck,
  redirectCheck,
  silenceCheck,
  uploadCheck,
  upstreamCheck,
} from '../modules/status/checks/proxy.ts'
import { openSiteLine } from '../modules/status/checks/site-line.ts'
import type { StatusStore } from '../modules/status/store.ts'

const packagePath = '/api/edit/games/import'
const askMs = 3_000
// A little longer than browsers and proxies usually wait.
const silentSeconds = 75

type Probing = { first: Check; rest: readonly Check[] }

/** Null: visitors from elsewhere have no address yet. */
export const proxyChecks = (
  { core }: Pick<Installation, 'core'>,
  store: Pick<StatusStore, 'lastEnd' | 'publicGame'>,
  now: () => number,
  deep: boolean,
): Probing | null => {
  const address = core.site.url()
  if (address === null) return null
  const url = new URL(address)
  if (url.protocol === 'http:' && isOwnMachine(url.hostname)) return null
  const plainUrl = new URL(`http://${url.hostname}/`)
  const needs: ProxyNeeds = {
    line: openSiteLine(url),
    token: createProbeToken(core.vault.derive('probes'), now()),
    now,
    until: () => store.lastEnd(new Date(now())),
    game: store.publicGame,
    plainUrl,
  }
  return {
    first: reachCheck(needs),
    rest: [
      redirectCheck(needs, targetOf),
      addressCheck(needs),
      hubCheck(needs),
      contentCheck(needs),
      mixCheck(needs),
      uploadCheck(needs, 21, '/api/assets'),
      upstreamCheck(needs),
      idleCheck(needs, deep ? 2_000 : 500, deep ? 60_000 : 15_000),
      ...(deep
        ? [
            together('proxy.silence', [
              silenceCheck(needs, silentSeconds),
              hubHoldCheck(needs, silentSeconds),
            ]),
            uploadCheck(needs, 513, packagePath),
          ]
        : []),
    ],
  }
}

export const certificateOf = (
  { core }: Pick<Installation, 'core'>,
  store: Pick<StatusStore, 'lastEnd'>,
  now: () => number,
  authority?: string,
): Check | null => {
  const address = core.site.url()
  if (address === null || !address.startsWith('https:')) return null
  return certificateCheck({
    line: openSiteLine(new URL(address), authority),
    now,
    until: () => store.lastEnd(new Date(now())),
  })
}

export const healthCheckOf = ({ core, config }: Pick<Installation, 'config' | 'core'>): Check => {
  const address = core.site.url()
  const host = address === null ? null : new URL(address).hostname
  const isOutside = host !== null && !isOwnMachine(host) && config.healthPort !== 0
  return healthPortCheck(isOutside ? `${host}:${config.healthPort}` : null, (health) =>
    fetch(health, { signal: AbortSignal.timeout(askMs) }).then(
      ({ status }) => status < 500,
      () => false,
    ),
  )
}

const targetOf = async (url: URL): Promise<string | null> => {
  const { headers } = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(askMs) })
  return headers.get('location') ?? ''
}

import { setTimeout as wait } from 'node:timers/promises'
import { addressOf } from '@pennant/load/address'
import { askFor, openConnection } from '@pennant/load/connection'
import type { ReadJob } from '@pennant/load/read-job'
import { getRequest } from '@pennant/load/request'
import { onTestFinished } from 'vitest'
import { startSizedServer } from '../../bench/bare-server.ts'
import type { LoadedEvent } from '../../bench/loader/loaded-event.ts'
import { median } from '../../bench/measure.ts'
import { type Meter, metered } from '../../bench/metered.ts'
import { cpuTime } from '@pennant/load/clock'
import type { Counts } from './counts.ts'
import type { Process } from './stage.ts'
import { spawnReader } from './watchers.ts'

/** Of a fixed mix of requests, beside a bare server that answers as many bytes. */
export type Speed = {
  at: number
  ratio: number
  cpuRatio: number
  medianMs: number
  bareMedianMs: number
  cpuUs: number
  bareCpuUs: number
  /** Of one answer of each kind. */
  bytes: readonly number[]
}

const connections = 16
const asked = 4_000
const usersAsked = 1_000
const rounds = 5
const warmUpMs = 150
const knowingMs = 3_000

export type Speeds = { measure(at: number): Promise<Speed> }

export const openSpeeds = async (
  { server, site }: Process,
  { gameId, event, challengeId, cookie }: LoadedEvent,
  { measureMs, counts }: { measureMs: number; counts: Counts },
): Promise<Speeds> => {
  const bare = await startSizedServer()
  onTestFinished(() => bare.stop())
  const bareSite = { port: bare.port, secure: false }
  const reader = spawnReader()
  const meter = { cpuTime: () => cpuTime(server.program.pid) }
  const game = `/api/game/${gameId}`
  const users = Math.min(usersAsked, event.users.length)
  const kinds: readonly ((each: number) => { path: string; cookie?: string })[] = [
    () => ({ path: `${game}/scoreboard` }),
    (each) => ({ path: `${game}/details`, cookie: cookie(each % users, site) }),
    (each) => ({ path: `${game}/challenges/${challengeId(0)}`, cookie: cookie(each % users, site) }),
    () => ({ path: `${game}/notices` }),
  ]
  const requestOf = (kind: number, each: number): string => {
    const { path, ...who } = kinds[kind]?.(each) ?? { path: '/' }
    const headers = { 'accept-encoding': 'gzip', 'x-forwarded-for': addressOf(50_000 + each) }
    return getRequest(path, { ...who, headers })
  }
  const requests = Array.from({ length: asked }, (_, each) => requestOf(each % kinds.length, each))
  const sizeOf = async (request: string): Promise<number> => {
    const connection = await openConnection(site, { keepBodies: true })
    const { status, bytes } = await askFor(connection, request)
    connection.close()
    if (status !== 200) throw new Error(`${request} was answered with ${status}`)
    return bytes.length
  }

  return {
    async measure(at) {
      // Who looks at the challenge leaves a trace.
      counts.opened += users
      const bytes: number[] = []
      for (const kind of kinds.keys()) bytes.push(await sizeOf(requestOf(kind, 0)))
      const sized = bytes.map((size) => getRequest(`/${size}`))
      const load = { connections, expected: 200, warmUpMs, measureMs }
      const run = async (meters: Parameters<typeof metered>[0], job: ReadJob): Promise<Round> => {
        const { result, cpuMs } = await metered(meters, () => reader.do(job))
        return { ms: median([...result.latencies]), cpuMs: cpuMs / result.answers }
      }
      await quiet(meter)
      // Everyone's session is known then, and who has looked at the challenge.
      await run([meter], { ...load, site, requests, warmUpMs: knowingMs })
      const [ours, theirs]: [Round[], Round[]] = [[], []]
      // In turn, since the machine's speed drifts.
      for (let round = 0; round < rounds; round++) {
        theirs.push(await run([bare], { ...load, site: bareSite, requests: sized }))
        ours.push(await run([meter], { ...load, site, requests }))
      }
      const middle = (all: readonly Round[], of: keyof Round): number => median(all.map((one) => one[of]))
      const ratioOf = (of: keyof Round): number =>
        median(ours.map((one, round) => one[of] / (theirs[round]?.[of] ?? Number.NaN)))
      return {
        at,
        ratio: ratioOf('ms'),
        cpuRatio: ratioOf('cpuMs'),
        medianMs: middle(ours, 'ms'),
        bareMedianMs: middle(theirs, 'ms'),
        cpuUs: 1_000 * middle(ours, 'cpuMs'),
        bareCpuUs: 1_000 * middle(theirs, 'cpuMs'),
        bytes,
      }
    },
  }
}

const quietMs = { each: 1_000, busy: 100 }
const tries = 45

/** Until what happened before has been dealt with. */
const quiet = async (meter: Meter): Promise<void> => {
  for (let left = tries; left > 0; left--) {
    const { cpuMs } = await metered([meter], () => wait(quietMs.each))
    if (cpuMs < quietMs.busy) return
  }
}

type Round = { ms: number; cpuMs: number }

import { type Meter, metered } from './metered.ts'
import type { Players } from './players.ts'
import type { Postgres } from './postgres.ts'
import type { Site } from '@pennant/load/address'
import type { SubmitJob, SubmitResult } from '@pennant/load/submit-job'
import type { Worker } from '@pennant/load/worker'

/** Until the server's hot code is compiled. */
const warmUp = { players: 256, ms: 8_000 }
const settleMs = 500
const measureMs = 2_000

export type Submitting = {
  postgres: Postgres
  players: Players
  worker: Worker<SubmitJob, SubmitResult>
  servers: readonly Meter[]
}

type Round = { count: number; sites: readonly Site[]; crowd?: boolean }

export type SubmitRound = SubmitResult & { serverMs: number; databaseMs: number }

/** Processor times are per answer. */
export const submitRound = async (
  { postgres, players, worker, servers }: Submitting,
  { count, sites, crowd = false }: Round,
): Promise<SubmitRound> => {
  const group = players.send(count, sites, { crowd })
  const job = { players: group.players, warmUpMs: settleMs, measureMs }
  const inside = await metered([postgres], () => metered(servers, () => worker.do(job)))
  const { result } = inside.result
  if (result.lost > 0) throw new Error(`${result.lost} connections broke`)
  group.returned(result.given)
  const answers = result.ids.length
  return { ...result, serverMs: inside.result.cpuMs / answers, databaseMs: inside.cpuMs / answers }
}

export const warmUpSubmitting = async (
  { players, worker }: Pick<Submitting, 'players' | 'worker'>,
  sites: readonly Site[],
  options?: { crowd: boolean },
): Promise<void> => {
  const group = players.send(warmUp.players, sites, options)
  await worker.do({ players: group.players, warmUpMs: warmUp.ms, measureMs: 0 })
}

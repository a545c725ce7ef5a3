import { limits } from '@pennant/contract/limit'
import {
  type Decision,
  decideMany,
  editParticipation,
  type ParticipationInfo,
} from '@pennant/contract/participation'
import type { Api } from '../../api/client.ts'
import { ApiProblem } from '../../api/problem.ts'
import { chunksOf } from './participation-list.ts'

export type Change = { status: Decision } | { divisionId: number | null }

export type Refused = {
  participation: ParticipationInfo
  why: string | Error
}

type Needs = {
  api: Api
  game: number
  tell: (done: number) => void
  signal: AbortSignal
}

export const decideAll = async (
  { api, game, tell, signal }: Needs,
  participations: readonly ParticipationInfo[],
  change: Change,
): Promise<Refused[]> => {
  const refused: Refused[] = []
  let done = 0
  for (const chunk of chunksOf(participations, atOnce)) {
    if (signal.aborted) break
    refused.push(...(await decideChunk(api, game, chunk, change, signal, () => tell(++done))))
  }
  return refused
}

// Fewer than the server takes, to show progress.
const atOnce = Math.min(500, limits.decisionsAtOnce)

const decideChunk = async (
  api: Api,
  game: number,
  chunk: readonly ParticipationInfo[],
  change: Change,
  signal: AbortSignal,
  tick: () => void,
): Promise<Refused[]> => {
  if (!api.extensions.supported) return decideOneByOne(api, chunk, change, signal, tick)
  try {
    const outcomes = await api.call(decideMany, {
      params: { id: game },
      body: { ids: chunk.map(({ id }) => id), ...change },
      signal,
      patient: true,
    })
    const codes = new Map(outcomes.map(({ id, code }) => [id, code]))
    return chunk.flatMap((participation) => {
      tick()
      const code = codes.get(participation.id) ?? null
      return code === null ? [] : [{ participation, why: code }]
    })
  } catch (error) {
    // Compatible servers don't have this route.
    if (!(error instanceof ApiProblem && (error.status === 404 || error.status === 405))) throw error
    return decideOneByOne(api, chunk, change, signal, tick)
  }
}

const decideOneByOne = async (
  api: Api,
  chunk: readonly ParticipationInfo[],
  change: Change,
  signal: AbortSignal,
  tick: () => void,
): Promise<Refused[]> => {
  const refused: Refused[] = []
  for (const participation of chunk) {
    if (signal.aborted) break
    try {
      await decideOne(api, participation, change)
    } catch (error) {
      refused.push({ participation, why: error instanceof Error ? error : new Error(String(error)) })
    }
    tick()
  }
  return refused
}

/** Left out, the division would be removed. */
export const decideOne = (
  api: Api,
  { id, divisionId }: Pick<ParticipationInfo, 'id' | 'divisionId'>,
  change: Change,
): Promise<undefined> => api.call(editParticipation, { params: { id }, body: { divisionId, ...change } })

import { listChallengesToEdit } from '@pennant/contract/challenge-edit'
import { readGameToEdit } from '@pennant/contract/game'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { listSubmissions } from '@pennant/contract/submission'
import { type GameAnswers, type SolveOrder, solveKey, undecidedTimes } from '@pennant/rules/scoreboard/record'
import type { Change } from '@pennant/rules/scoreboard/what-if'
import type { Api } from '../../api/client.ts'
import { askLiveBoard } from '../../api/live-board.ts'
import { readAbsent } from './absent-answers.ts'

const submissionsAtOnce = 100

export const readAnswers = async (
  api: Api,
  id: number,
  change: Change,
  signal: AbortSignal,
): Promise<GameAnswers> => {
  const params = { id }
  const [game, challenges, scoreboard] = await Promise.all([
    api.call(readGameToEdit, { params, signal }),
    api.call(listChallengesToEdit, { params, query: { detail: true }, signal }),
    askLiveBoard(api, id, signal),
  ])
  const absent = await readAbsent(api, { id, scoreboard }, change, signal)
  const order = await readOrder(api, { id, scoreboard }, signal)
  return { game, challenges, scoreboard, order, absent }
}

const readOrder = async (
  api: Api,
  { id, scoreboard }: { id: number; scoreboard: Scoreboard },
  signal: AbortSignal,
): Promise<SolveOrder> => {
  const order = new Map<string, number>()
  for (const time of undecidedTimes(scoreboard))
    for (let skip = 0; ; skip += submissionsAtOnce) {
      const page = { count: submissionsAtOnce, skip }
      const query = { type: 'Accepted' as const, from: time, to: time + 1, detail: true, ...page }
      const submissions = await api.call(listSubmissions, { params: { id }, query, signal })
      for (const { teamId, challengeId, id: submission } of submissions)
        if (teamId != null && challengeId != null) order.set(solveKey(teamId, challengeId), submission ?? 0)
      if (submissions.length < submissionsAtOnce) break
    }
  return order
}

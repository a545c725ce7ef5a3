import { readChallengeToEdit } from '@pennant/contract/challenge-edit'
import { listParticipations } from '@pennant/contract/participation'
import type { Scoreboard } from '@pennant/contract/scoreboard'
import { listSubmissions, type SubmissionRecord } from '@pennant/contract/submission'
import { absentChallenge, absentSolves, absentTeam } from '@pennant/rules/scoreboard/absent'
import type { AbsentPart } from '@pennant/rules/scoreboard/record'
import type { Change } from '@pennant/rules/scoreboard/what-if'
import type { Api } from '../../api/client.ts'

type Board = { id: number; scoreboard: Scoreboard }

// Above this, one request for all submissions is cheaper than one for each.
const askedOneByOne = 8

const nothing: AbsentPart = { challenges: [], teams: [], solves: [] }

/** The board itself lacks what the change would add. */
export const readAbsent = async (
  api: Api,
  board: Board,
  change: Change,
  signal: AbortSignal,
): Promise<AbsentPart> => {
  if (change.kind === 'enableChallenges') return challengesOf(api, board, change.challengeIds, signal)
  if (change.kind === 'acceptTeams') return teamsOf(api, board, change.teamIds, signal)
  return nothing
}

const challengesOf = async (
  api: Api,
  { id, scoreboard }: Board,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<AbsentPart> => {
  const shown = new Set(Object.values(scoreboard.challenges).flatMap((some) => some.map((one) => one.id)))
  const absent = ids.filter((cid) => !shown.has(cid))
  const details = await Promise.all(
    absent.map((cid) => api.call(readChallengeToEdit, { params: { id, cid }, signal })),
  )
  const solves = await solvesBy(api, { id }, { by: 'challenge', ids: absent }, signal)
  return { ...nothing, challenges: details.map(absentChallenge), solves }
}

const teamsOf = async (
  api: Api,
  { id, scoreboard }: Board,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<AbsentPart> => {
  const shown = new Set(scoreboard.items.map((item) => item.id))
  const absent = ids.filter((team) => !shown.has(team))
  if (absent.length === 0) return nothing
  const participations = await api.call(listParticipations, { params: { id }, signal })
  const concerned = participations.filter(({ team }) => absent.includes(team.id))
  const solves = await solvesBy(api, { id }, { by: 'team', ids: absent }, signal)
  return { ...nothing, teams: concerned.map(absentTeam), solves }
}

const solvesBy = async (
  api: Api,
  params: { id: number },
  { by, ids }: { by: 'challenge' | 'team'; ids: readonly number[] },
  signal: AbortSignal,
): Promise<AbsentPart['solves']> => {
  const filters = ids.length > askedOneByOne ? [{}] : ids.map((id) => ({ [by]: id }))
  const lists = await Promise.all(
    filters.map((filter): Promise<SubmissionRecord[]> => {
      const query = { type: 'Accepted' as const, detail: true, count: 0, ...filter }
      return api.call(listSubmissions, { params, query, signal })
    }),
  )
  return absentSolves(lists.flat()).filter((solve) =>
    ids.includes(by === 'team' ? solve.teamId : solve.challengeId),
  )
}

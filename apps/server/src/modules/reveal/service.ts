import { Problem } from '@pennant/contract/problem'
import type { Reveal } from '@pennant/contract/reveal'
import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import { hasEnded } from '@pennant/rules/game/phase'
import pLimit from 'p-limit'
import type { Core } from '../../core/core.ts'
import { boardOf, type BoardParts } from '../../core/game/assemble.ts'
import { finalBoardOf, readBoardParts } from '../../core/game/final-board.ts'
import { createRevealStore, type StoredTries } from './store.ts'

export type RevealParts = 'clock' | 'db' | 'files'

const imagesAtOnce = 8

export const createReveals = ({ clock, db, files }: Pick<Core, RevealParts>) => {
  const limited = pLimit(imagesAtOnce)

  const read = (gameId: number, now: number) =>
    createRevealStore(db).atOneMoment(async (moment) => {
      const parts = await readBoardParts(moment, gameId)
      if (parts === null) throw new Problem('game.notFound')
      const { freezeAt, end } = parts.settings
      if (!hasEnded(parts.settings, now)) throw new Problem('game.notOver')
      const store = createRevealStore(moment)
      const tries = freezeAt === null ? [] : await store.tries(gameId, new Date(freezeAt), new Date(end))
      return { parts, tries, waiting: await store.waiting(gameId) }
    })

  const imageOf = async (hash: string | null): Promise<string | null> => {
    if (hash === null) return null
    const image = await files.stillAvatar(hash).catch(() => null)
    return image === null ? null : `data:image/webp;base64,${image.toString('base64')}`
  }

  return async (gameId: number, division: number | undefined): Promise<Reveal> => {
    const { parts, tries, waiting } = await read(gameId, clock.now())
    const { settings, challenges } = parts
    const named = division === undefined ? null : parts.divisions.get(division)
    if (named === undefined) throw new Problem('division.notFound')
    const hasPlace = ({ rank, divisionId }: ScoreboardItem): boolean =>
      division === undefined ? rank > 0 : divisionId === division
    const final = finalBoardOf(parts).items().filter(hasPlace)
    const shown = new Set(final.map(({ id }) => id))
    const frozen =
      settings.freezeAt === null ? final : boardOf(parts, settings.freezeAt).items().filter(hasPlace)
    const teams = [...parts.participations.values()].filter(({ teamId }) => shown.has(teamId))
    return {
      title: settings.title,
      freezeAt: settings.freezeAt,
      division: named?.name ?? null,
      teams: await Promise.all(
        teams.map(async ({ teamId, teamName, teamAvatarHash }) => ({
          ...{ id: teamId, name: teamName },
          avatar: await limited(() => imageOf(teamAvatarHash)),
        })),
      ),
      challenges: [...challenges.values()]
        .filter(({ isEnabled }) => isEnabled)
        .map(({ id, title, category }) => ({ id, title, category })),
      frozen: frozen.map(presentLine),
      final: final.map(presentLine),
      tries: presentTries(parts, tries, frozen),
      waiting,
      publishedAt: settings.resultsAt,
    }
  }
}

const presentLine = ({ id, score, lastSubmissionTime, solvedChallenges }: ScoreboardItem) => ({
  ...{ id, score, lastSubmissionTime },
  solvedChallenges: solvedChallenges.map((solve) => ({ id: solve.id, score: solve.score, time: solve.time })),
})

/** Only what a team had not solved when the board froze. */
const presentTries = (
  { participations, challenges }: BoardParts,
  tries: readonly StoredTries[],
  frozen: readonly ScoreboardItem[],
): Reveal['tries'] => {
  const before = new Map(
    frozen.map(({ id, solvedChallenges }) => [id, new Set(solvedChallenges.map((solve) => solve.id))]),
  )
  return tries.flatMap(({ participation_id, challenge_id: challengeId, count, first }) => {
    const teamId = participations.get(participation_id)?.teamId
    const solved = teamId === undefined ? undefined : before.get(teamId)
    if (teamId === undefined || solved === undefined || solved.has(challengeId)) return []
    if (challenges.get(challengeId)?.isEnabled !== true) return []
    return [{ teamId, challengeId, count, first: first.getTime() }]
  })
}

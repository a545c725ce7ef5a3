import { type OwnGame, posterUrl } from '@pennant/contract/game'
import { hasStarted } from '@pennant/rules/game/phase'
import { byNearestBoundary } from '@pennant/rules/game/recent'
import { isSecret } from '@pennant/rules/game/visibility'
import type { Core } from '../../core/core.ts'
import type { Game, GameParticipation } from '../../core/game/game.ts'
import type { Principal } from '../../core/identity/caller.ts'
import type { Standing } from './snapshot.ts'
import type { Snapshots } from './snapshots.ts'
import { createOwnGameStore } from './store-own-games.ts'

const most = 20

const nothing: Standing = { rank: 0, score: 0, toNext: null, solved: 0, challengeCount: 0 }

export type OwnGames = (principal: Pick<Principal, 'userId'>) => Promise<OwnGame[]>

export const createOwnGames = (
  { clock, games, db }: Pick<Core, 'clock' | 'db' | 'games'>,
  snapshots: Pick<Snapshots, 'of'>,
): OwnGames => {
  const store = createOwnGameStore(db)

  const standingIn = async (game: Game, participation: GameParticipation): Promise<Standing> => {
    if (participation.status !== 'Accepted' || !hasStarted(game.settings, clock.now())) return nothing
    return (await snapshots.of(game, 'everyone')).standing(participation)
  }

  return async ({ userId }) => {
    const nearest = byNearestBoundary(clock.now())
    const rows = (await store.ofUser(userId))
      .map((row) => ({ ...row, start: row.start.getTime(), end: row.end.getTime() }))
      .toSorted(nearest)
    const ids = [...new Set(rows.map(({ gameId }) => gameId))].slice(0, most)
    const found = await Promise.all(
      ids.map(async (gameId): Promise<OwnGame[]> => {
        const game = await games.read(gameId)
        if (game === null) return []
        const own = game.registrations.get(userId)
        const id = own ?? rows.find((row) => row.gameId === gameId)?.id
        const participation = id === undefined ? undefined : game.participations.get(id)
        if (participation === undefined || (own === undefined && isSecret(game.settings))) return []
        const { title, start, end, posterHash } = game.settings
        return [
          {
            ...{ id: gameId, title, start, end, poster: posterUrl(posterHash) },
            status: participation.status,
            teamId: participation.teamId,
            team: participation.teamName,
            joined: own !== undefined,
            ...(await standingIn(game, participation)),
          },
        ]
      }),
    )
    return found.flat()
  }
}

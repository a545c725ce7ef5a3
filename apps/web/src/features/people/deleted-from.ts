import type { TeamGame, TeamInfo } from '@pennant/contract/team'

export type DeletedFrom = TeamGame & { teamIds: number[] }

export const deletedFrom = (teams: readonly Pick<TeamInfo, 'id' | 'games'>[], now: number): DeletedFrom[] => {
  const found = new Map<number, DeletedFrom>()
  for (const { id, games = [] } of teams)
    for (const game of games) {
      if (game.start > now) continue
      const known = found.get(game.id) ?? { ...game, teamIds: [] }
      known.teamIds.push(id)
      found.set(game.id, known)
    }
  return [...found.values()].toSorted((a, b) => b.start - a.start || b.id - a.id)
}

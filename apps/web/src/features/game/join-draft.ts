import type { TeamInfo } from '@pennant/contract/team'

export type JoinDraft = { teamId: string; divisionId: string; inviteCode: string }

type Kept = { draft: JoinDraft; teams: number[] }

/** What was put into the sheet of a game, for whoever leaves it to make or join a team; goes with the tab. */
export const joinDraftOf = (game: number, place: () => Storage = () => window.sessionStorage) => {
  const key = `join:${game}`
  return {
    keep(draft: JoinDraft, teams: readonly TeamInfo[]): void {
      try {
        const kept: Kept = { draft, teams: teams.map(({ id }) => id) }
        place().setItem(key, JSON.stringify(kept))
      } catch {
        // Full or forbidden: then it is to be put in again.
      }
    },
    /** With the team that has come since, if one has. */
    read(teams: readonly TeamInfo[]): JoinDraft | null {
      try {
        const text = place().getItem(key)
        if (text === null) return null
        // Written by us, under a key that names what it is.
        const { draft, teams: before } = JSON.parse(text) as Kept
        const come = teams.find(({ id }) => !before.includes(id))
        const chosen = come ?? teams.find(({ id }) => String(id) === draft.teamId) ?? teams[0]
        return { ...draft, teamId: String(chosen?.id ?? '') }
      } catch {
        return null
      }
    },
    forget(): void {
      try {
        place().removeItem(key)
      } catch {
        // Then nothing was kept either.
      }
    },
  }
}

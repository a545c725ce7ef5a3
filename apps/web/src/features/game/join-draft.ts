import type { TeamInfo } from '@pennant/contract/team'

export type JoinDraft = { teamId: string; divisionId: string; inviteCode: string }

type StoredDraft = { draft: JoinDraft; teams: number[] }

/** In session storage: it survives a visit to the teams, and goes with the tab. */
export const joinDraftOf = (game: number, storage: () => Storage = () => window.sessionStorage) => {
  const key = `join:${game}`
  return {
    keep(draft: JoinDraft, teams: readonly TeamInfo[]): void {
      try {
        const stored: StoredDraft = { draft, teams: teams.map(({ id }) => id) }
        storage().setItem(key, JSON.stringify(stored))
      } catch {
        // Full or forbidden: the visitor enters it again.
      }
    },
    /** Prefers a team that was created or joined since the draft. */
    read(teams: readonly TeamInfo[]): JoinDraft | null {
      try {
        const text = storage().getItem(key)
        if (text === null) return null
        // Written by this module, under a key of its own.
        const { draft, teams: before } = JSON.parse(text) as StoredDraft
        const come = teams.find(({ id }) => !before.includes(id))
        const chosen = come ?? teams.find(({ id }) => String(id) === draft.teamId) ?? teams[0]
        return { ...draft, teamId: String(chosen?.id ?? '') }
      } catch {
        return null
      }
    },
    forget(): void {
      try {
        storage().removeItem(key)
      } catch {
        // Forbidden storage holds no draft.
      }
    },
  }
}

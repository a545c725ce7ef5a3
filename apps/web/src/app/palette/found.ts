import type { IconName } from '../../ui/icon.tsx'

export type FoundGroup = 'challenges' | 'allTeams' | 'users'
export type Found = { id: string; group: FoundGroup; title: string; icon: IconName; to: string }

export type Finds = {
  /** Compared with what is typed like everything else. */
  listed: readonly Found[]
  /** Matched by the server, which knows more of them than their names. */
  matched: readonly Found[]
}

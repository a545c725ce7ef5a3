import type { IconName } from '../../ui/icon.tsx'

export type FoundGroup = 'challenges' | 'allTeams' | 'users'
export type Found = { id: string; group: FoundGroup; title: string; icon: IconName; to: string }

export type Finds = {
  listed: readonly Found[]
  /** Matched by the server, which also searches more than names. */
  matched: readonly Found[]
}

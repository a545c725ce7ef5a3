import type { NewChallengeRow } from '../../ports/tables/challenge.ts'
import type { NewGameRow } from '../../ports/tables/game.ts'

export type PackedGame = {
  settings: Omit<NewGameRow, 'id' | 'poster_hash' | 'public_key' | 'private_key' | 'hash_salt'>
  posterHash: string | null
  divisions: PackedDivision[]
}

export type PackedDivision = {
  name: string
  inviteCode: string | null
  defaultPermissions: number
  configs: ReadonlyMap<number, number>
}

export type PackedChallenge = {
  entry: string
  id: number
  values: Omit<NewChallengeRow, 'id' | 'game_id' | 'enable_at'> & { enable_at?: Date | null }
  attachment: PackedAttachment | null
  flags: { flag: string; attachment: PackedAttachment | null }[]
}

export type PackedAttachment =
  | { type: 'Local'; hash: string; name: string }
  | { type: 'Remote'; url: string; name: string | null }

export type FileUse = { hash: string; name: string; field: string }

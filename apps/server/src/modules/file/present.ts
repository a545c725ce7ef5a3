import type { StoredFile } from '@pennant/contract/file'
import type { FileRow } from '../../ports/database.ts'
import type { StoredHolder } from './store-holder.ts'

export const presentFile = ({ hash, name }: FileRow): StoredFile => ({ hash, name })

export const presentListedFile = (file: FileRow, holders: readonly StoredHolder[]): StoredFile => ({
  hash: file.hash,
  name: file.name,
  size: file.size,
  references: file.refs,
  uploadTime: file.uploaded_at.getTime(),
  holders: holders.map((holder) => ({
    kind: holder.kind,
    name: holder.name,
    gameId: holder.game_id,
    id: holder.id,
  })),
})

import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../ports/database.ts'
import type { AttachmentTable } from '../../ports/tables/challenge.ts'

export type StoredAttachment = Selectable<AttachmentTable>
export type NewAttachment = Insertable<AttachmentTable>

const insertedAtOnce = 1000

/** Writers hold the game's ledger. */
export const createAttachmentStore = (db: Db) => ({
  ofChallenge: (challengeId: number): Promise<StoredAttachment[]> =>
    db.selectFrom('attachment').selectAll().where('challenge_id', '=', challengeId).execute(),

  async insert(attachments: readonly NewAttachment[]): Promise<void> {
    for (let first = 0; first < attachments.length; first += insertedAtOnce)
      await db
        .insertInto('attachment')
        .values(attachments.slice(first, first + insertedAtOnce))
        .execute()
  },

  takeOwn: (challengeId: number): Promise<string[]> =>
    db
      .deleteFrom('attachment')
      .where('challenge_id', '=', challengeId)
      .where('flag_id', 'is', null)
      .returning('file_hash')
      .execute()
      .then(localOf),

  takeOfFlag: (flagId: number): Promise<string[]> =>
    db.deleteFrom('attachment').where('flag_id', '=', flagId).returning('file_hash').execute().then(localOf),

  /** Includes the files of all flags; a file referred to twice occurs twice. */
  files: (challengeId: number): Promise<string[]> =>
    db
      .selectFrom('attachment')
      .select('file_hash')
      .where('challenge_id', '=', challengeId)
      .where('file_hash', 'is not', null)
      .execute()
      .then(localOf),
})

const localOf = (rows: readonly { file_hash: string | null }[]): string[] =>
  rows.flatMap(({ file_hash }) => (file_hash === null ? [] : [file_hash]))

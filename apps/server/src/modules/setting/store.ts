import type { Db } from '../../ports/database.ts'

export type StoredSetting = { value: unknown; updatedAt: Date }

export const createSettingStore = (db: Db) => ({
  async all(): Promise<ReadonlyMap<string, StoredSetting>> {
    const rows = await db.selectFrom('setting').selectAll().execute()
    return new Map(rows.map((row) => [row.key, { value: row.value, updatedAt: row.updated_at }]))
  },

  /**
   * Changes one setting: `change` is given what is stored and answers what is to be stored, or null to
   * leave it. Changes of one key come one after the other.
   */
  edit: (key: string, at: Date, change: (stored: unknown) => unknown): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      // The row must exist to be locked.
      await tx
        .insertInto('setting')
        .values({ key, value: 'null', updated_at: at })
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
      const row = await tx
        .selectFrom('setting')
        .select('value')
        .where('key', '=', key)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const next = change(row.value)
      if (next === null) return false
      await tx
        .updateTable('setting')
        .set({ value: JSON.stringify(next), updated_at: at })
        .where('key', '=', key)
        .execute()
      return true
    }),
})

export type SettingStore = ReturnType<typeof createSettingStore>

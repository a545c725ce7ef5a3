import type { Db } from '../../ports/database.ts'

/** What is stored, or is to be stored, by key. What was never set is null. */
export type Values = ReadonlyMap<string, unknown>

export const createSettingStore = (db: Db) => {
  /**
   * Changes some settings together: `change` is given what is stored and answers what is to be stored;
   * what it leaves out stays. Changes of one key come one after the other.
   */
  const editAll = (keys: readonly string[], at: Date, change: (stored: Values) => Values): Promise<void> =>
    db.transaction().execute(async (tx) => {
      // Always in the same order, so that two edits never wait for each other.
      const ordered = keys.toSorted()
      // The rows must exist to be locked.
      await tx
        .insertInto('setting')
        .values(ordered.map((key) => ({ key, value: 'null', updated_at: at })))
        .onConflict((conflict) => conflict.column('key').doNothing())
        .execute()
      const rows = await tx
        .selectFrom('setting')
        .select(['key', 'value'])
        .where('key', 'in', ordered)
        .orderBy('key')
        .forUpdate()
        .execute()
      const next = change(new Map(rows.map(({ key, value }) => [key, value])))
      for (const [key, value] of next)
        await tx
          .updateTable('setting')
          .set({ value: JSON.stringify(value), updated_at: at })
          .where('key', '=', key)
          .execute()
    })

  return {
    async all(): Promise<Values> {
      const rows = await db.selectFrom('setting').select(['key', 'value']).execute()
      return new Map(rows.map(({ key, value }) => [key, value]))
    },

    async find(key: string): Promise<unknown> {
      const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
      return row?.value ?? null
    },

    editAll,

    /** Changes one setting; null leaves it. */
    async edit(key: string, at: Date, change: (stored: unknown) => unknown): Promise<boolean> {
      let edited = false
      await editAll([key], at, (stored) => {
        const next = change(stored.get(key) ?? null)
        edited = next !== null
        return edited ? new Map([[key, next]]) : new Map()
      })
      return edited
    },
  }
}

export type SettingStore = ReturnType<typeof createSettingStore>

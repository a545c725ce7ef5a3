import type { Db } from '../../ports/database.ts'

/** Null: never set. */
export type Values = ReadonlyMap<string, unknown>

export type RecordEdit = (tx: Db, before: Values, after: Values) => Promise<void>

export const createSettingStore = (db: Db) => {
  // Settings that `change` leaves out stay. Changes of one key are serialized.
  const editAll = (
    keys: readonly string[],
    at: Date,
    change: (stored: Values) => Values,
    record?: RecordEdit,
  ): Promise<void> =>
    db.transaction().execute(async (tx) => {
      // Always in the same order, so that two edits never deadlock.
      const ordered = keys.toSorted()
      // Only rows that exist can be locked.
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
      const stored = new Map(rows.map(({ key, value }) => [key, value]))
      const next = change(stored)
      for (const [key, value] of next)
        await tx
          .updateTable('setting')
          .set({ value: JSON.stringify(value), updated_at: at })
          .where('key', '=', key)
          .execute()
      if (next.size > 0) await record?.(tx, stored, next)
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

    /** Null leaves the setting as it is. */
    async edit(
      key: string,
      at: Date,
      change: (stored: unknown) => unknown,
      record?: RecordEdit,
    ): Promise<boolean> {
      let edited = false
      await editAll(
        [key],
        at,
        (stored) => {
          const next = change(stored.get(key) ?? null)
          edited = next !== null
          return edited ? new Map([[key, next]]) : new Map()
        },
        record,
      )
      return edited
    },
  }
}

export type SettingStore = ReturnType<typeof createSettingStore>

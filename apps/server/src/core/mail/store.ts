import { sql, type Insertable } from 'kysely'
import type { Db, MailRow, MailTable, Tx } from '../../ports/database.ts'
import { anyOf } from '../store-any-of.ts'

export type NewMail = Omit<Insertable<MailTable>, 'attempts' | 'last_error' | 'done_at'>

export type MailStore = {
  insert(mail: NewMail, tx?: Tx): Promise<void>
  hold(mail: NewMail, tx?: Tx): Promise<void>
  /** Oldest first; null deletes the mail. Concurrent processes get different mails. */
  write(limit: number, write: (row: MailRow) => QueuedMail | null): Promise<number>
  /** No other caller gets these mails until `leasedUntil`; after a crash they fall due again. */
  claim(now: Date, leasedUntil: Date, limit: number): Promise<MailRow[]>
  /** The mail must be claimed; if it was claimed again since, it is left to its new holder. */
  retry(mail: MailRow, at: Date, error: string): Promise<void>
  giveUp(mail: MailRow, at: Date, error: string): Promise<void>
  /** Regardless of the current holder. The text, which carries a secret link, is erased. */
  sent(mail: MailRow, at: Date): Promise<void>
  withdraw(at: Date): Promise<number>
  release(at: Date, since: Date): Promise<number>
  listOutbox(page: { skip: number; count: number }): Promise<{ total: number; rows: OutboxRow[] }>
  aboutOf(id: string): Promise<string | null>
  removeFromOutbox(id: string): Promise<boolean>
  prune(before: Date, portion: number): Promise<number>
  unwritten(): Promise<number>
  queue(): Promise<{ queued: number; oldest: Date | null }>
  lastError(since: Date): Promise<string | null>
}

export type OutboxRow = MailRow & { confirms: string | null }

export type QueuedMail = Required<
  Pick<Insertable<MailTable>, 'subject' | 'html' | 'text' | 'state' | 'next_attempt_at' | 'created_at'>
>

const blank = { html: '', text: '' }

/** Emails up to the moment that this setting holds wait until someone releases them. */
export const heldMails = 'HeldMails'

const isNotHeld = sql<boolean>`not exists (
  select 1 from setting s where s.key = ${heldMails}
    and mail.created_at <= to_timestamp((s.value #>> '{}')::double precision / 1000))`

export const createMailStore = (db: Db): MailStore => {
  const held = (mail: MailRow) =>
    db
      .updateTable('mail')
      .where('id', '=', mail.id)
      .where('state', '=', 'queued')
      .where('attempts', '=', mail.attempts)

  return {
    async insert(mail, tx) {
      await (tx ?? db).insertInto('mail').values(mail).execute()
    },

    async hold(mail, tx) {
      const replace = async (within: Db): Promise<void> => {
        await within
          .deleteFrom('mail')
          .where('letter', 'is not', null)
          .where('kind', '=', mail.kind)
          .where('recipient', '=', mail.recipient)
          .where(sql`letter->>'userId'`, '=', sql`${mail.letter}::jsonb->>'userId'`)
          .execute()
        await within.insertInto('mail').values(mail).execute()
      }
      await (tx === undefined ? db.transaction().execute(replace) : replace(tx))
    },

    write: (limit, write) =>
      db.transaction().execute(async (tx) => {
        const rows = await tx
          .selectFrom('mail')
          .selectAll()
          .where('letter', 'is not', null)
          .where(isNotHeld)
          .orderBy('created_at')
          .limit(limit)
          .forUpdate()
          .skipLocked()
          .execute()
        for (const row of rows) {
          const written = write(row)
          await (written === null
            ? tx.deleteFrom('mail').where('id', '=', row.id).execute()
            : tx
                .updateTable('mail')
                .set({ ...written, letter: null })
                .where('id', '=', row.id)
                .execute())
        }
        return rows.length
      }),

    claim: (now, leasedUntil, limit) =>
      db
        .with(
          (cte) => cte('due').materialized(),
          (query) =>
            query
              .selectFrom('mail')
              .select('id')
              .where('state', '=', 'queued')
              .where('next_attempt_at', '<=', now)
              .orderBy('next_attempt_at')
              .limit(limit)
              .forUpdate()
              .skipLocked(),
        )
        .updateTable('mail')
        .from('due')
        .set((row) => ({ attempts: row('mail.attempts', '+', 1), next_attempt_at: leasedUntil }))
        .whereRef('mail.id', '=', 'due.id')
        .returningAll('mail')
        .execute(),

    async retry(mail, at, error) {
      await held(mail).set({ next_attempt_at: at, last_error: error }).execute()
    },

    async giveUp(mail, at, error) {
      await held(mail)
        .set({ state: 'failed', done_at: at, last_error: error, ...blank })
        .execute()
    },

    async sent(mail, at) {
      await db
        .updateTable('mail')
        .set({ state: 'sent', done_at: at, last_error: null, ...blank })
        .where('id', '=', mail.id)
        .where('state', '=', 'queued')
        .execute()
    },

    async withdraw(at) {
      const { numUpdatedRows } = await db
        .updateTable('mail')
        .set({ state: 'outbox', done_at: at, last_error: null })
        .where('state', '=', 'queued')
        .where('next_attempt_at', '<=', at)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async release(at, since) {
      const { numUpdatedRows } = await db
        .updateTable('mail')
        .set({ state: 'queued', next_attempt_at: at, done_at: null })
        .where('state', '=', 'outbox')
        .where('letter', 'is', null)
        .where('created_at', '>', since)
        .where(isNotHeld)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },

    async listOutbox({ skip, count }) {
      const outbox = db.selectFrom('mail').where('state', '=', 'outbox')
      const [rows, { total }] = await Promise.all([
        outbox
          .leftJoin('registration', 'registration.id', 'mail.about')
          .leftJoin('user', 'user.id', 'registration.user_id')
          .selectAll('mail')
          .select((row) => row.fn.coalesce('user.name', 'registration.name').as('confirms'))
          .orderBy('mail.created_at', 'desc')
          .orderBy('mail.id')
          .offset(skip)
          .limit(count)
          .execute(),
        outbox.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ])
      return { total, rows }
    },

    async aboutOf(id) {
      const row = await db
        .selectFrom('mail')
        .where('id', '=', id)
        .where('state', '=', 'outbox')
        .select('about')
        .executeTakeFirst()
      return row?.about ?? null
    },

    async removeFromOutbox(id) {
      const { numDeletedRows } = await db
        .deleteFrom('mail')
        .where('id', '=', id)
        .where('state', '=', 'outbox')
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async prune(before, portion) {
      const { numDeletedRows } = await db
        .deleteFrom('mail')
        .where('id', '=', (from) =>
          anyOf(
            from
              .selectFrom('mail')
              .select('id')
              .where('state', '!=', 'queued')
              .where('created_at', '<', before)
              .limit(portion)
              .$asScalar(),
          ),
        )
        .executeTakeFirst()
      return Number(numDeletedRows)
    },

    async unwritten() {
      const { count } = await db
        .selectFrom('mail')
        .where('letter', 'is not', null)
        .select((row) => row.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      return count
    },

    queue: () =>
      db
        .selectFrom('mail')
        .where('state', '=', 'queued')
        .select((row) => [row.fn.countAll<number>().as('queued'), row.fn.min('created_at').as('oldest')])
        .executeTakeFirstOrThrow(),

    async lastError(since) {
      const latest = await db
        .selectFrom('mail')
        .where('last_error', 'is not', null)
        .where((row) => row.or([row('state', '=', 'queued'), row('done_at', '>=', since)]))
        .select('last_error')
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      return latest?.last_error ?? null
    },
  }
}

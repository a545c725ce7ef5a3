import { sql, type Insertable } from 'kysely'
import type { Db, MailRow, MailTable, Tx } from '../../ports/database.ts'

export type NewMail = Omit<Insertable<MailTable>, 'attempts' | 'last_error' | 'done_at'>

export type MailStore = {
  insert(mail: NewMail, tx?: Tx): Promise<void>
  /** Takes the place of a letter to the same person for the same purpose that still waits. */
  hold(mail: NewMail, tx?: Tx): Promise<void>
  /**
   * Hands over what waits to be written, oldest first, and keeps what comes of it: null deletes. Of several
   * processes each takes other letters. Returns how many there were.
   */
  write(limit: number, write: (row: MailRow) => WrittenLetter | null): Promise<number>
  /**
   * Takes due mails, each for one caller: until `leasedUntil` nobody else gets them. Whoever dies meanwhile
   * never reports back, and they fall due again.
   */
  claim(now: Date, leasedUntil: Date, limit: number): Promise<MailRow[]>
  /** The rest takes a claimed mail; one claimed again since is left to its new holder. */
  retry(mail: MailRow, at: Date, error: string): Promise<void>
  giveUp(mail: MailRow, at: Date, error: string): Promise<void>
  /** Sent is sent, whoever holds it by now. Its text, which carries a secret link, is forgotten. */
  sent(mail: MailRow, at: Date): Promise<void>
  /** Nobody sends what is due: administrators read it. Answers how many mails that were. */
  withdraw(at: Date): Promise<number>
  /** Sends what administrators could only read, as far as it was made after `since`. */
  release(at: Date, since: Date): Promise<number>
  listOutbox(page: { skip: number; count: number }): Promise<{ total: number; rows: OutboxRow[] }>
  aboutOf(id: string): Promise<string | null>
  removeFromOutbox(id: string): Promise<boolean>
  /** Deletes a portion of what was made before `before` and waits no more; answers how many there were. */
  prune(before: Date, portion: number): Promise<number>
  /** How many wait to be written. */
  unwritten(): Promise<number>
  queue(): Promise<{ queued: number; oldest: Date | null }>
  /** Of a mail that waits, or was given up after `since`. */
  lastError(since: Date): Promise<string | null>
}

/** With the user name of the registration that it is about, while that is waiting. */
export type OutboxRow = MailRow & { confirms: string | null }

export type WrittenLetter = Required<
  Pick<Insertable<MailTable>, 'subject' | 'html' | 'text' | 'state' | 'next_attempt_at' | 'created_at'>
>

const blank = { html: '', text: '' }

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
        // Materialised: the planner might otherwise run the subquery, and take rows, more than once.
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
        .where('id', 'in', (from) =>
          from
            .selectFrom('mail')
            .select('id')
            .where('state', '!=', 'queued')
            .where('created_at', '<', before)
            .limit(portion),
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

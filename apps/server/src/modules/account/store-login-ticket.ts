import { createHash, randomBytes } from 'node:crypto'
import type { LoginTicket } from '@pennant/contract/account'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import type { UserRow } from '../../ports/database.ts'

const lifetimeMs = 300_000

export type TicketOwner = { user_id: string; stamp: string }

/** Proves the password for five minutes, and opens one session. */
export const createLoginTickets = ({ db, clock }: Pick<Core, 'db' | 'clock'>) => ({
  async issue({ id, stamp }: Pick<UserRow, 'id' | 'stamp'>): Promise<LoginTicket> {
    const ticket = randomBytes(32).toString('base64url')
    const expiresAt = clock.now() + lifetimeMs
    await db
      .insertInto('login_ticket')
      .values({ hash: hashOf(ticket), user_id: id, stamp, expires_at: new Date(expiresAt) })
      .execute()
    return { ticket, expiresAt }
  },

  find: (ticket: string): Promise<TicketOwner | undefined> =>
    db
      .selectFrom('login_ticket')
      .select(['user_id', 'stamp'])
      .where('hash', '=', hashOf(ticket))
      .where('expires_at', '>', new Date(clock.now()))
      .executeTakeFirst(),

  /** Of several concurrent callers, exactly one gets true. */
  async spend(ticket: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('login_ticket')
      .where('hash', '=', hashOf(ticket))
      .executeTakeFirst()
    return numDeletedRows === 1n
  },

  async sweep(): Promise<void> {
    await db.deleteFrom('login_ticket').where('expires_at', '<=', new Date(clock.now())).execute()
  },
})

export type LoginTickets = ReturnType<typeof createLoginTickets>

export const secondStep = (ticket: LoginTicket): Problem =>
  new Problem('login.secondFactor', {}, { data: ticket })

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()

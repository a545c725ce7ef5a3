import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'
import type { MailRow, Tx } from '../../ports/database.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { createBell } from './bell.ts'
import { defaultDelivery, deliverMail, type DeliverySettings } from './jobs.ts'
import type { MailStore } from './store.ts'
import { type MailContent, type MailKind, type MailTranslator, renderMail } from './template.ts'

type Needs = {
  store: MailStore
  mailer: Mailer
  clock: Clock
  log: Journal
  translator: MailTranslator
  /** Who mail comes from, asked at every mail: the platform's name can change. */
  sender: () => { name: string; address: string }
  delivery?: Partial<DeliverySettings>
}

export type OutboxMail = {
  id: string
  kind: string
  recipient: string
  language: string
  subject: string
  html: string
  text: string
  createdAt: Date
}

export type MailStatus = {
  /** `outbox`: nothing is sent, administrators read the mails. */
  mode: Mailer['kind']
  queued: number
  /** When the mail that waits longest was written. */
  oldest: Date | null
  /** Of the mails that wait or were given up within a day. */
  lastError: string | null
}

export type MailService = {
  /**
   * Writes a mail and returns its id; the mail outlives whatever happens next. Inside the caller's
   * transaction nothing is to be sent yet: call `wake` after the commit, or it leaves at the next poll.
   */
  enqueue(kind: MailKind, content: MailContent, tx?: Tx): Promise<string>
  wake(): void
  /** The worker, for every process. */
  deliver(signal: AbortSignal): Promise<void>
  /** Deletes old mails. Now and then, in one process. */
  prune(): Promise<number>
  status(): Promise<MailStatus>
  listOutbox(page: { skip: number; count: number }): Promise<{ total: number; mails: OutboxMail[] }>
  /** False when there is no such mail. */
  removeFromOutbox(id: string): Promise<boolean>
}

const day = 24 * 60 * 60_000
const keptMs = 30 * day
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const createMailService = (needs: Needs): MailService => {
  const { store, mailer, clock, log, translator, sender } = needs
  const bell = createBell()

  return {
    async enqueue(kind, content, tx) {
      const now = new Date(clock.now())
      const { subject, html, text } = renderMail(kind, content, translator)
      const id = randomUUID()
      await store.insert(
        {
          id,
          kind,
          recipient: content.to,
          language: content.language,
          subject,
          html,
          text,
          state: mailer.kind === 'outbox' ? 'outbox' : 'queued',
          next_attempt_at: now,
          created_at: now,
        },
        tx,
      )
      if (tx === undefined) bell.ring()
      return id
    },

    wake: () => bell.ring(),

    deliver: (signal) =>
      deliverMail({ store, mailer, clock, journal: log, sender, bell }, signal, {
        ...defaultDelivery,
        ...needs.delivery,
      }),

    prune: () => store.prune(new Date(clock.now() - keptMs)),

    async status() {
      const [{ queued, oldest }, lastError] = await Promise.all([
        store.queue(),
        store.lastError(new Date(clock.now() - day)),
      ])
      return { mode: mailer.kind, queued, oldest, lastError }
    },

    async listOutbox(page) {
      const { total, rows } = await store.listOutbox(page)
      return { total, mails: rows.map(present) }
    },

    removeFromOutbox: async (id) => uuidShape.test(id) && (await store.removeFromOutbox(id)),
  }
}

const present = (row: MailRow): OutboxMail => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  language: row.language,
  subject: row.subject,
  html: row.html,
  text: row.text,
  createdAt: row.created_at,
})

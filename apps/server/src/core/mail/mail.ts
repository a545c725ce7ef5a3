import { randomUUID } from 'node:crypto'
import type { Clock } from '../../ports/clock.ts'
import type { MailRow, Tx } from '../../ports/database.ts'
import type { Mailer } from '../../ports/mailer.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { createWakeup } from '../../kit/wakeup.ts'
import { defaultDelivery, deliverMail, type DeliverySettings } from './jobs.ts'
import type { MailStore, OutboxRow } from './store.ts'
import {
  type LinkMailKind,
  type MailContent,
  type MailKind,
  type MailTranslator,
  renderMail,
} from './template.ts'

type Needs = {
  store: MailStore
  mailer: Mailer
  clock: Clock
  log: Journal
  translator: MailTranslator
  sender: () => { name: string; address: string }
  delivery?: Partial<DeliverySettings>
  keptDays?: number
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
  waitsForAddress?: true
  confirms?: string
}

export type MailStatus = {
  /** `outbox`: nothing is sent, administrators read the mails. */
  mode: Mailer['kind']
  queued: number
  oldest: Date | null
  /** Of mails that wait or were given up within a day. */
  lastError: string | null
  held?: number
}

export type PendingMail = Omit<MailContent, 'link'> & { readonly userId: string; readonly stamp: string }

export type MailService = {
  /** In a transaction of the caller, call `wake` after the commit, or the mail leaves at the next poll. */
  enqueue(kind: MailKind, content: MailContent, tx?: Tx): Promise<string>
  hold(kind: LinkMailKind, pending: PendingMail, tx?: Tx): Promise<void>
  /** Null: the mail is deleted. */
  release(linkFor: (kind: LinkMailKind, pending: PendingMail) => string | null): Promise<void>
  wake(): void
  deliver(signal: AbortSignal): Promise<void>
  prune(signal?: AbortSignal): Promise<number>
  status(): Promise<MailStatus>
  listOutbox(page: { skip: number; count: number }): Promise<{ total: number; mails: OutboxMail[] }>
  aboutOf(id: string): Promise<string | null>
  removeFromOutbox(id: string): Promise<boolean>
}

const day = 24 * 60 * 60_000
const releasedAtOnce = 100
const prunedAtOnce = 5_000
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const createMailService = (needs: Needs): MailService => {
  const { store, mailer, clock, log, translator, sender, keptDays = 30 } = needs
  const wakeup = createWakeup()

  const stateOf = () => (mailer.kind === 'outbox' ? 'outbox' : 'queued')

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
          state: stateOf(),
          about: content.about ?? null,
          next_attempt_at: now,
          created_at: now,
        },
        tx,
      )
      if (tx === undefined) wakeup.wake()
      return id
    },

    async hold(kind, pending, tx) {
      const now = new Date(clock.now())
      const { subject } = renderMail(kind, { ...pending, link: 'https://unknown.invalid' }, translator)
      await store.hold(
        {
          id: randomUUID(),
          kind,
          recipient: pending.to,
          language: pending.language,
          subject,
          html: '',
          text: '',
          // Such an email is never sent, and older versions know no other such state.
          state: 'outbox',
          next_attempt_at: now,
          created_at: now,
          about: pending.about ?? null,
          letter: JSON.stringify(pending),
        },
        tx,
      )
    },

    async release(linkFor) {
      const at = new Date(clock.now())
      const write = (row: MailRow) => {
        // Written by `hold`.
        const [kind, pending] = [row.kind as LinkMailKind, row.letter as PendingMail]
        const link = linkFor(kind, pending)
        if (link === null) return null
        const rendered = renderMail(kind, { ...pending, link }, translator)
        return { ...rendered, state: stateOf(), next_attempt_at: at, created_at: at } as const
      }
      while ((await store.write(releasedAtOnce, write)) === releasedAtOnce) wakeup.wake()
      wakeup.wake()
    },

    wake: () => wakeup.wake(),

    deliver: (signal) =>
      deliverMail({ store, mailer, clock, journal: log, sender, wakeup }, signal, {
        ...defaultDelivery,
        ...needs.delivery,
      }),

    async prune(signal) {
      const before = new Date(clock.now() - keptDays * day)
      let deleted = 0
      for (;;) {
        const portion = await store.prune(before, prunedAtOnce)
        deleted += portion
        if (portion < prunedAtOnce || signal?.aborted === true) return deleted
      }
    },

    async status() {
      const [{ queued, oldest }, lastError, held] = await Promise.all([
        store.queue(),
        store.lastError(new Date(clock.now() - day)),
        store.unwritten(),
      ])
      return { mode: mailer.kind, queued, oldest, lastError, ...(held === 0 ? {} : { held }) }
    },

    async listOutbox(page) {
      const { total, rows } = await store.listOutbox(page)
      return { total, mails: rows.map(present) }
    },

    aboutOf: async (id) => (uuidShape.test(id) ? store.aboutOf(id) : null),

    removeFromOutbox: async (id) => uuidShape.test(id) && (await store.removeFromOutbox(id)),
  }
}

const present = (row: OutboxRow): OutboxMail => ({
  id: row.id,
  kind: row.kind,
  recipient: row.recipient,
  language: row.language,
  subject: row.subject,
  html: row.html,
  text: row.text,
  createdAt: row.created_at,
  ...(row.letter === null ? {} : { waitsForAddress: true }),
  ...(row.confirms === null ? {} : { confirms: row.confirms }),
})

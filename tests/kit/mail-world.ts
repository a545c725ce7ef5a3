import { createTranslator } from '@pennant/i18n/translator'
import { assets } from '../../apps/server/src/kit/assets.ts'
import { createSmtpMailer } from '../../apps/server/src/adapters/mail/smtp.ts'
import { connect } from '../../apps/server/src/adapters/sql/connect.ts'
import type { DeliverySettings } from '../../apps/server/src/core/mail/jobs.ts'
import { createMailService, type MailService } from '../../apps/server/src/core/mail/mail.ts'
import { createMailStore } from '../../apps/server/src/core/mail/store.ts'
import type { MailContent } from '../../apps/server/src/core/mail/template.ts'
import type { Db, MailRow } from '../../apps/server/src/ports/database.ts'
import type { Mailer } from '../../apps/server/src/ports/mailer.ts'
import { type JournalEntry, journalOf } from '../../apps/server/src/telemetry/journal.ts'
import { type FakeSmtp, type FakeSmtpOptions, startFakeSmtp } from './fake-smtp.ts'
import { createTestDatabase } from './test-database.ts'

type MailNode = { service: MailService; journal: JournalEntry[] }

export type MailWorld = {
  db: Db
  /** Every round of a worker reads the time, which counts the rounds. */
  time: { now: number; rounds: number }
  smtp(options?: FakeSmtpOptions): Promise<FakeSmtp>
  mailer(port: number): Mailer
  node(mailer: Mailer, delivery?: Partial<DeliverySettings>): MailNode
  start(service: MailService): { stop(): Promise<void> }
  rows(): Promise<MailRow[]>
  row(id: string): Promise<MailRow>
  clear(): Promise<void>
  close(): Promise<void>
}

export const secretLink = 'https://ctf.example/account/reset?token=c2VjcmV0LXRva2Vu&email=YQ=='

export const mailTo = (to = 'alice@player.example'): MailContent => ({
  to,
  userName: 'alice',
  link: secretLink,
  language: 'en-US',
  platform: 'Example CTF',
})

export const until = async (condition: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await condition())) await pause(10)
}

export const untilNextRounds = async ({ time }: MailWorld): Promise<void> => {
  const before = time.rounds
  await until(() => time.rounds > before + 2)
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export const openMailWorld = async (): Promise<MailWorld> => {
  const database = await createTestDatabase()
  // Of several processes.
  const { db, close } = connect(database.address, { poolSize: 8, onError: () => undefined })
  const translator = createTranslator(assets('locales'))
  const time = { now: Date.parse('2026-01-01T00:00:00Z'), rounds: 0 }
  const owned: { close(): Promise<unknown> }[] = []
  const own = <T extends { close(): Promise<unknown> }>(thing: T): T => {
    owned.push(thing)
    return thing
  }
  const clear = async (): Promise<void> => {
    for (const thing of owned.splice(0).toReversed()) await thing.close()
    await db.deleteFrom('mail').execute()
  }

  return {
    db,
    time,
    smtp: async (options) => own(await startFakeSmtp(options)),

    mailer: (port) =>
      own(
        createSmtpMailer({
          host: '127.0.0.1',
          port,
          user: '',
          password: '',
          sender: 'noreply@ctf.example',
          bypassCertVerify: false,
          secure: 'none',
          timeouts: { closeMs: 100 },
        }),
      ),

    node(mailer, delivery = {}) {
      const journal: JournalEntry[] = []
      const service = createMailService({
        store: createMailStore(db),
        mailer,
        clock: {
          now() {
            time.rounds += 1
            return time.now
          },
        },
        log: journalOf((entry) => journal.push(entry)),
        translator,
        sender: () => ({ name: 'Example CTF', address: 'noreply@ctf.example' }),
        delivery: { pollMs: 20, stopMs: 200, ...delivery },
      })
      return { service, journal }
    },

    start(service) {
      const stopping = new AbortController()
      const done = service.deliver(stopping.signal)
      const stop = (): Promise<void> => {
        stopping.abort()
        return done
      }
      own({ close: stop })
      return { stop }
    },

    rows: () => db.selectFrom('mail').selectAll().orderBy('created_at').orderBy('recipient').execute(),
    row: (id) => db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),

    clear,
    async close() {
      await clear()
      await close()
      await database.drop()
    },
  }
}

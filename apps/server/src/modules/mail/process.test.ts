import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  untilNextRounds,
  mailTo,
  type MailWorld,
  openMailWorld,
  until,
} from '../../../../../tests/kit/mail-world.ts'
import { createOutboxMailer } from '../../adapters/mail/in-use.ts'
import { createMailStore } from '../../core/mail/store.ts'

const second = 1_000
const minute = 60 * second

let world: MailWorld
describe('mail delivery by several processes', () => {
  beforeAll(async () => {
    world = await openMailWorld()
  }, 60_000)
  afterEach(() => world.clear())
  afterAll(() => world.close())

  describe('a database in trouble', () => {
    it('does not make a mail go out twice', async () => {
      const smtp = await world.smtp({
        judge: async (step) => {
          if (step === 'message') await sql`alter table mail rename to mail_away`.execute(world.db)
          return undefined
        },
      })
      const { service, journal } = world.node(world.mailer(smtp.port))
      const id = await service.enqueue('reset', mailTo())
      world.start(service)
      await smtp.received(1)
      await until(() => journal.length > 0)
      await sql`alter table mail_away rename to mail`.execute(world.db)
      await until(async () => (await world.row(id)).state === 'sent')
      await until(() => journal.length > 1)

      expect(smtp.counts.offered).toBe(1)
      expect(journal.map((entry) => entry.message)).toEqual([
        "Couldn't read the mail queue; trying again",
        'Email (reset) sent to alice@player.example',
      ])
    })
  })

  describe('several processes', () => {
    it('send every mail exactly once', async () => {
      const smtp = await world.smtp()
      const nodes = [1, 2, 3].map(() => world.node(world.mailer(smtp.port)))
      const [first] = nodes
      const ids: (string | undefined)[] = []
      for (let i = 0; i < 30; i += 1)
        ids.push(await first?.service.enqueue('confirm', mailTo(`u${i}@player.example`)))
      for (const { service } of nodes) world.start(service)
      await until(async () => (await world.rows()).every((mail) => mail.state === 'sent'))
      expect(smtp.counts.offered).toBe(30)
      expect(new Set(smtp.mails.map((mail) => mail.header('message-id')))).toEqual(
        new Set(ids.map((id) => `<${id}@ctf.example>`)),
      )
    })

    it('what a killed process had taken is sent by another, after its lease', async () => {
      const smtp = await world.smtp()
      const { service } = world.node(world.mailer(smtp.port))
      const id = await service.enqueue('reset', mailTo())
      const killed = createMailStore(world.db)
      const [taken] = await killed.claim(new Date(world.time.now), new Date(world.time.now + 3 * minute), 5)
      expect(taken?.id).toBe(id)

      world.start(service)
      world.time.now += 3 * minute - 1
      await untilNextRounds(world)
      expect(smtp.mails).toHaveLength(0)
      world.time.now += 1
      await smtp.received(1)
      await until(async () => (await world.row(id)).state === 'sent')
      expect(await world.row(id)).toMatchObject({ attempts: 2 })
    })

    it('a process that comes back late does not undo what its successor wrote', async () => {
      const { service } = world.node(createOutboxMailer())
      const store = createMailStore(world.db)
      const id = await world.node(world.mailer(1)).service.enqueue('reset', mailTo())
      const [late] = await store.claim(new Date(world.time.now), new Date(world.time.now + minute), 1)
      const [next] = await store.claim(
        new Date(world.time.now + minute),
        new Date(world.time.now + 2 * minute),
        1,
      )
      if (late === undefined || next === undefined) throw new Error('nothing was claimed')

      await store.retry(late, new Date(world.time.now + 1), 'late')
      await store.giveUp(late, new Date(world.time.now), 'late')
      expect(await world.row(id)).toMatchObject({ state: 'queued', last_error: null })
      await store.sent(next, new Date(world.time.now))
      await store.giveUp(next, new Date(world.time.now), 'too late')
      expect(await world.row(id)).toMatchObject({ state: 'sent', last_error: null })
      expect((await service.status()).queued).toBe(0)
    })

    it('leaves a locked mail to the one who holds it', async () => {
      const store = createMailStore(world.db)
      const { service } = world.node(world.mailer(1))
      const first = await service.enqueue('reset', mailTo('a@player.example'))
      world.time.now += 1
      const other = await service.enqueue('reset', mailTo('b@player.example'))
      await world.db.transaction().execute(async (tx) => {
        await tx.selectFrom('mail').select('id').where('id', '=', first).forUpdate().execute()
        const claimed = await store.claim(new Date(world.time.now), new Date(world.time.now + minute), 1)
        expect(claimed.map((mail) => mail.id)).toEqual([other])
      })
    })
  })
})

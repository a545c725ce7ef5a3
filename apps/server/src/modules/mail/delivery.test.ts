import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startFakeSmtp } from '../../../../../tests/kit/fake-smtp.ts'
import {
  untilNextRounds,
  type MailWorld,
  mailTo,
  openMailWorld,
  pause,
  secretLink,
  until,
} from '../../../../../tests/kit/mail-world.ts'
import type { Mailer } from '../../ports/mailer.ts'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

let world: MailWorld
describe('mail delivery', () => {
  beforeAll(async () => {
    world = await openMailWorld()
  }, 60_000)
  afterEach(() => world.clear())
  afterAll(() => world.close())

  describe('the mail queue', () => {
    it('delivers what was written, and forgets the secret link', async () => {
      const smtp = await world.smtp()
      const { service, journal } = world.node(world.mailer(smtp.port))
      world.start(service)
      const id = await service.enqueue('reset', mailTo())
      const [mail] = await smtp.received(1)
      await until(async () => (await world.row(id)).state === 'sent')

      expect(mail?.header('subject')).toBe('Reset your password - Example CTF')
      expect(mail?.header('from')).toBe('Example CTF <noreply@ctf.example>')
      expect(mail?.header('message-id')).toBe(`<${id}@ctf.example>`)
      expect(mail?.text).toContain(secretLink)
      expect(await world.row(id)).toMatchObject({
        html: '',
        text: '',
        attempts: 1,
        done_at: new Date(world.time.now),
      })
      expect(journal).toEqual([
        expect.objectContaining({
          level: 'Information',
          message: 'Email (reset) sent to alice@player.example',
        }),
      ])
    })

    it('wakes at once for a mail of its own process', async () => {
      const smtp = await world.smtp()
      const { service } = world.node(world.mailer(smtp.port), { pollMs: 600_000 })
      const before = world.time.rounds
      world.start(service)
      await until(() => world.time.rounds > before)
      await service.enqueue('reset', mailTo())
      expect(await smtp.received(1)).toHaveLength(1)
    })

    it('finds mail of other processes on its own', async () => {
      const smtp = await world.smtp()
      const mailer = world.mailer(smtp.port)
      world.start(world.node(mailer).service)
      await world.node(mailer).service.enqueue('reset', mailTo())
      expect(await smtp.received(1)).toHaveLength(1)
    })

    it('writes within the transaction of its caller: no commit, no mail', async () => {
      const smtp = await world.smtp()
      const { service } = world.node(world.mailer(smtp.port), { pollMs: 600_000 })
      world.start(service)
      const failing = world.db.transaction().execute(async (tx) => {
        await service.enqueue('confirm', mailTo('never@player.example'), tx)
        throw new Error('changed my mind')
      })
      await expect(failing).rejects.toThrow('changed my mind')
      await world.db.transaction().execute((tx) => service.enqueue('confirm', mailTo(), tx))
      service.wake()
      const [mail] = await smtp.received(1)
      expect(mail?.to).toEqual(['alice@player.example'])
      expect(await world.rows()).toHaveLength(1)
    })

    it('sends no more at once than it is allowed to, and all in the end', async () => {
      let atOnce = 0
      let most = 0
      const smtp = await world.smtp({
        judge: async (step) => {
          if (step !== 'message') return undefined
          atOnce += 1
          most = Math.max(most, atOnce)
          await pause(20)
          atOnce -= 1
          return undefined
        },
      })
      const { service } = world.node(world.mailer(smtp.port), { concurrency: 3, pollMs: 600_000 })
      for (let i = 0; i < 12; i += 1) await service.enqueue('confirm', mailTo(`u${i}@player.example`))
      world.start(service)
      await smtp.received(12)
      expect(most).toBe(3)
    })
  })

  describe('a mail server in trouble', () => {
    it('delays a mail and no caller: it is delivered once the server is there', async () => {
      const gone = await startFakeSmtp()
      await gone.close()
      const { service, journal } = world.node(world.mailer(gone.port))
      world.start(service)
      const id = await service.enqueue('reset', mailTo())
      await until(async () => (await world.row(id)).last_error !== null)

      expect(await world.row(id)).toMatchObject({
        state: 'queued',
        attempts: 1,
        next_attempt_at: new Date(world.time.now + 30 * second),
      })
      expect(await service.status()).toEqual({
        mode: 'smtp',
        queued: 1,
        oldest: new Date(world.time.now),
        lastError: expect.stringContaining('ECONNREFUSED'),
      })
      expect(journal).toEqual([expect.objectContaining({ level: 'Warning', status: 'Failed' })])

      const smtp = await world.smtp({ port: gone.port })
      world.time.now += 29 * second
      await untilNextRounds(world)
      expect(smtp.mails).toHaveLength(0)
      world.time.now += second
      await smtp.received(1)
      await until(async () => (await world.row(id)).state === 'sent')
      expect(await service.status()).toEqual({ mode: 'smtp', queued: 0, oldest: null, lastError: null })
    })

    it('a temporary refusal is tried again, under the same message id', async () => {
      let refused = 0
      const smtp = await world.smtp({
        judge: (step) => {
          if (step !== 'message' || refused === 2) return undefined
          refused += 1
          return { code: 451, text: 'greylisted' }
        },
      })
      const { service, journal } = world.node(world.mailer(smtp.port))
      world.start(service)
      const id = await service.enqueue('confirm', mailTo())
      await until(async () => (await world.row(id)).last_error !== null)
      world.time.now += 30 * second
      await until(async () => {
        const { attempts, next_attempt_at } = await world.row(id)
        return attempts === 2 && next_attempt_at.getTime() === world.time.now + 2 * minute
      })
      world.time.now += 2 * minute
      const [mail] = await smtp.received(1)
      expect(mail?.header('message-id')).toBe(`<${id}@ctf.example>`)
      await until(async () => (await world.row(id)).state === 'sent')
      expect(journal.map((entry) => entry.level)).toEqual(['Warning', 'Information'])
    })

    it('a permanent refusal ends it at once, and is told without the link', async () => {
      const smtp = await world.smtp({
        judge: (step) =>
          step === 'message' ? { code: 550, text: `no links like ${secretLink} here` } : undefined,
      })
      const { service, journal } = world.node(world.mailer(smtp.port))
      world.start(service)
      const id = await service.enqueue('reset', mailTo())
      await until(async () => (await world.row(id)).state === 'failed')
      await until(() => journal.length > 0)

      const failed = await world.row(id)
      expect(failed).toMatchObject({ attempts: 1, html: '', text: '' })
      expect(failed.last_error).toContain('550')
      expect(JSON.stringify([failed, journal, await service.status()])).not.toMatch(/c2VjcmV0|token=/)
      expect(journal).toEqual([expect.objectContaining({ level: 'Error', status: 'Failed' })])
    })

    it('gives up after a day', async () => {
      const gone = await startFakeSmtp()
      await gone.close()
      const { service } = world.node(world.mailer(gone.port))
      world.start(service)
      const id = await service.enqueue('reset', mailTo())
      await until(async () => (await world.row(id)).last_error !== null)
      world.time.now += day
      await until(async () => (await world.row(id)).state === 'failed')
      expect(await world.row(id)).toMatchObject({ attempts: 2, html: '', text: '' })
    })

    it('one hopeless mail does not hold up the others', async () => {
      const smtp = await world.smtp({
        judge: (step, subject) =>
          step === 'recipient' && subject.startsWith('bad') ? { code: 450, text: 'later' } : undefined,
      })
      const { service } = world.node(world.mailer(smtp.port), { concurrency: 1 })
      await service.enqueue('confirm', mailTo('bad@player.example'))
      await service.enqueue('confirm', mailTo('good@player.example'))
      world.start(service)
      const [mail] = await smtp.received(1)
      expect(mail?.to).toEqual(['good@player.example'])
    })
  })

  describe('what becomes known of a mail', () => {
    it('is never its link, whatever the mailer says', async () => {
      const talkative: Mailer = {
        kind: 'smtp',
        send: async ({ text }) => {
          throw new Error(`cannot send "${text}"`)
        },
        check: async () => undefined,
        close: async () => undefined,
      }
      const { service, journal } = world.node(talkative)
      const id = await service.enqueue('reset', mailTo())
      world.start(service)
      await until(() => journal.length > 0)
      const told = [journal, (await world.row(id)).last_error, await service.status()]
      expect(JSON.stringify(told)).toContain('cannot send')
      expect(JSON.stringify(told)).not.toMatch(/c2VjcmV0|token=/)
    })
  })

  describe('stopping', () => {
    it('waits for the mail on its way and starts no other', async () => {
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => {
        release = resolve
      })
      const smtp = await world.smtp({
        judge: async (step) => {
          if (step === 'message') await held
          return undefined
        },
      })
      const { service } = world.node(world.mailer(smtp.port), { concurrency: 1, stopMs: 10_000 })
      const id = await service.enqueue('reset', mailTo())
      await service.enqueue('reset', mailTo('bob@player.example'))
      const worker = world.start(service)
      await until(() => smtp.counts.offered === 1)
      const stopped = worker.stop()
      release()
      await stopped
      expect(await world.row(id)).toMatchObject({ state: 'sent' })
      expect((await world.rows()).map((mail) => mail.state).toSorted()).toEqual(['queued', 'sent'])
    })

    it('does not wait for ever', async () => {
      const smtp = await world.smtp({ judge: () => new Promise(() => undefined) })
      const { service } = world.node(world.mailer(smtp.port), { stopMs: 50 })
      const id = await service.enqueue('reset', mailTo())
      const worker = world.start(service)
      await until(async () => (await world.row(id)).attempts === 1)
      await worker.stop()
      expect(await world.row(id)).toMatchObject({ state: 'queued' })
    })
  })
})

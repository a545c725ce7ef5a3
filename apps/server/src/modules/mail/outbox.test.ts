import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  mailTo,
  type MailWorld,
  openMailWorld,
  secretLink,
  until,
} from '../../../../../tests/kit/mail-world.ts'
import { createOutboxMailer } from '../../adapters/mail/in-use.ts'

const second = 1_000
const minute = 60 * second
const day = 24 * 60 * minute

let world: MailWorld
describe('kept mail', () => {
  beforeAll(async () => {
    world = await openMailWorld()
  }, 60_000)
  afterEach(() => world.clear())
  afterAll(() => world.close())

  describe('without a mail server', () => {
    it('keeps mails where administrators read them, newest first', async () => {
      const { service } = world.node(createOutboxMailer())
      const first = await service.enqueue('confirm', mailTo())
      world.time.now += second
      const newer = await service.enqueue('reset', mailTo('bob@player.example'))

      const { total, mails } = await service.listOutbox({ skip: 0, count: 10 })
      expect(total).toBe(2)
      expect(mails.map((mail) => mail.id)).toEqual([newer, first])
      expect(mails[1]).toEqual({
        id: first,
        kind: 'confirm',
        recipient: 'alice@player.example',
        language: 'en-US',
        subject: 'Confirm your email address - Example CTF',
        html: expect.stringContaining('<html lang="en-US"'),
        text: expect.stringContaining(secretLink),
        createdAt: new Date(world.time.now - second),
      })
      expect((await service.listOutbox({ skip: 1, count: 1 })).mails.map((mail) => mail.id)).toEqual([first])
      expect(await service.status()).toMatchObject({ mode: 'outbox', queued: 0 })
    })

    it('deletes one when asked, and nothing else', async () => {
      const { service } = world.node(createOutboxMailer())
      const id = await service.enqueue('confirm', mailTo())
      const queued = await world.node(world.mailer(1)).service.enqueue('confirm', mailTo())
      expect(await service.removeFromOutbox('nonsense')).toBe(false)
      expect(await service.removeFromOutbox(queued)).toBe(false)
      expect(await service.removeFromOutbox(id)).toBe(true)
      expect(await service.removeFromOutbox(id)).toBe(false)
      expect((await world.rows()).map((mail) => mail.id)).toEqual([queued])
    })

    it('takes over what was written for a mail server', async () => {
      const id = await world.node(world.mailer(1)).service.enqueue('confirm', mailTo())
      const { service } = world.node(createOutboxMailer())
      world.start(service)
      await until(async () => (await world.row(id)).state === 'outbox')
      expect((await world.row(id)).text).toContain(secretLink)
    })
  })

  describe('old mail', () => {
    it('is deleted after thirty days, but never while it waits', async () => {
      const { service } = world.node(createOutboxMailer())
      await service.enqueue('confirm', mailTo('old@player.example'))
      await world.node(world.mailer(1)).service.enqueue('confirm', mailTo('waiting@player.example'))
      world.time.now += day
      await service.enqueue('confirm', mailTo('younger@player.example'))
      world.time.now += 29 * day + second
      expect(await service.prune()).toBe(1)
      expect((await world.rows()).map((mail) => mail.recipient)).toEqual([
        'waiting@player.example',
        'younger@player.example',
      ])
    })
  })
})

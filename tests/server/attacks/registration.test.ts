import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  byMail,
  linkIn,
  login,
  mailsTo,
  profileStatus,
  register,
  registrationOf,
  type SentMail,
  setPolicy,
} from '../../kit/account.ts'
import { type FakeSmtp, startFakeSmtp } from '../../kit/fake-smtp.ts'
import { patient } from '../../kit/patient.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'

const address = 'owner@players.example'
const attacker = { userName: 'attacker', email: address, password: 'Attack3rsWord' }
const owner = { userName: 'owner', email: 'OWNER@players.example', password: 'Own3rsWord' }

const open = async (
  settings: Record<string, string> = {},
): Promise<{ world: World; admin: Person; monitor: Person }> => {
  const world = await createWorld({ settings })
  const [admin, monitor] = [await world.person('Admin'), await world.person('Monitor')]
  await setPolicy(admin, byMail)
  return { world, admin, monitor }
}
const verify = (world: World, { token, email }: Pick<SentMail, 'token' | 'email'>) =>
  world.visitor().post<{ code: string } | undefined>('/api/account/verify', { token, email })
const outcome = async (world: World, mail: Pick<SentMail, 'token' | 'email'>) => {
  const { status, body } = await verify(world, mail)
  return [status, body?.code]
}
const canLogIn = async (world: World, who: { userName: string; password: string }): Promise<boolean> =>
  (await login(world.visitor(), who.userName, who.password)).status === 200

describe('somebody who registers the address of another first', () => {
  it('gets nothing by the click of its owner, who gets what they registered', async () => {
    const { world, admin } = await open()
    try {
      const far = world.visitor({ 'x-forwarded-for': '203.0.113.7' })
      expect((await register(far, attacker)).status).toBe(200)
      const near = world.visitor({ 'x-forwarded-for': '2001:db8:1:2:3::4' })
      expect((await register(near, owner)).status).toBe(200)
      const [first, second, ...more] = await mailsTo(admin, address).then(async (mails) => [
        ...mails,
        ...(await mailsTo(admin, owner.email)),
      ])
      if (first === undefined || second === undefined) throw new Error('each has a mail')
      expect(more).toEqual([])
      for (const text of [first.text, first.html]) expect(text).toMatch(/attacker.*203\.0\.113\.7/s)
      for (const text of [second.text, second.html]) expect(text).toMatch(/owner.*2001:db8:1:2::\/64/s)
      expect(second.text).toMatch(/\d{4}.*UTC/)

      expect(await outcome(world, second)).toEqual([200, undefined])
      expect(await canLogIn(world, owner)).toBe(true)
      expect(await canLogIn(world, attacker)).toBe(false)
      expect(await outcome(world, first)).toEqual([400, 'account.verifyUnknown'])
      expect(await world.db.selectFrom('registration').select('id').execute()).toEqual([])
      expect(
        (await register(world.visitor(), registrationOf('attacker', 'else@players.example'))).status,
      ).toBe(200)
    } finally {
      await world.close()
    }
  })

  it('cannot end the registration of the owner, nor take its name along', async () => {
    const { world, admin } = await open()
    try {
      await register(world.visitor(), owner)
      await register(world.visitor(), attacker)
      const [mine] = await mailsTo(admin, owner.email)
      if (mine === undefined) throw new Error('a mail')
      expect(await outcome(world, mine)).toEqual([200, undefined])
      expect([await canLogIn(world, owner), await canLogIn(world, attacker)]).toEqual([true, false])
    } finally {
      await world.close()
    }
  })

  it('finds one account, whichever of many links is opened at once', async () => {
    const { world, admin } = await open()
    try {
      const signs = Array.from({ length: 5 }, (_, at) => registrationOf(`rival${at}`, address))
      for (const sign of signs) expect((await register(world.visitor(), sign)).status).toBe(200)
      const mails = await mailsTo(admin, address)
      expect(mails).toHaveLength(5)
      const answers = await Promise.all(mails.map((mail) => verify(world, mail)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
      const users = await world.db
        .selectFrom('user')
        .select('name')
        .where('email_key', '=', address)
        .execute()
      expect(users).toEqual([{ name: `rival${answers.findIndex(({ status }) => status === 200)}` }])
    } finally {
      await world.close()
    }
  })

  it('cannot have a name that is taken, nor a weak password, nor fill the mailbox', async () => {
    const { world, admin } = await open()
    try {
      await register(world.visitor(), owner)
      const weak = await register(world.visitor(), { ...attacker, password: 'weak' })
      expect([weak.status, weak.body.code]).toEqual([400, 'password.tooShort'])
      const taken = await register(world.visitor(), { ...attacker, userName: admin.userName })
      expect([taken.status, taken.body.code]).toEqual([400, 'account.nameTaken'])
      for (let at = 0; at < 9; at++)
        expect((await register(world.visitor(), registrationOf(`flood${at}`, address))).status).toBe(200)
      const refused = await register(world.visitor(), registrationOf('flood10', address))
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      const elsewhere = world.visitor({ 'x-forwarded-for': '203.0.113.9' })
      expect((await register(elsewhere, registrationOf('elsewhere', address))).status).toBe(200)
    } finally {
      await world.close()
    }
  })

  it('holds a name for thirty days at most', async () => {
    const { world } = await open()
    try {
      await register(world.visitor(), attacker)
      world.clock.advance(31 * 86_400_000)
      await world.app.modules.account.confirmation.sweep()
      expect(await world.db.selectFrom('registration').select('id').execute()).toEqual([])
      expect(
        (await register(world.visitor(), registrationOf('attacker', 'else@players.example'))).status,
      ).toBe(200)
    } finally {
      await world.close()
    }
  })
})

describe('where no mail leaves automatically', () => {
  let world: World
  let admin: Person
  let monitor: Person
  beforeAll(async () => {
    ;({ world, admin, monitor } = await open())
  })
  afterAll(() => world.close())

  type Told = { title: string; data?: unknown; code?: string }

  it('everybody is told that an administrator has to pass it on', async () => {
    const registered = await register(world.visitor(), owner)
    expect(registered.body).toMatchObject({ data: 'AdminConfirmationRequired' })
    const person = await world.db
      .updateTable('user')
      .set({ email_confirmed: true })
      .where('name', '=', admin.userName)
      .returning('email')
      .executeTakeFirstOrThrow()
    const asked = await world.visitor().post<Told>('/api/account/recovery', { email: person.email })
    expect(asked.status).toBe(200)
    expect(asked.body.title).toContain('administrator')
    const changed = await admin.put<Told>('/api/account/changeemail', { newMail: 'new@players.example' })
    expect(changed.body).toMatchObject({ data: true })
    expect(changed.body.title).toContain('administrator')
  })

  it('an administrator confirms a registration with one call, and the others of the address are over', async () => {
    await register(world.visitor(), attacker)
    const waiting = async () => {
      const { body } = await admin.get<{ data: { id: string; to: string; confirms?: string }[] }>(
        '/api/admin/outbox?count=100',
      )
      return body.data.filter(({ confirms }) => confirms !== undefined)
    }
    const rivals = await waiting()
    expect(rivals.map(({ to, confirms }) => [to, confirms])).toEqual([
      [address, attacker.userName],
      [owner.email, owner.userName],
    ])
    const [theirs, owners] = rivals
    const confirm = (id = ''): Promise<{ status: number }> => admin.post(`/api/admin/outbox/${id}/confirm`)
    expect((await monitor.post(`/api/admin/outbox/${owners?.id}/confirm`)).status).toBe(403)
    expect((await confirm(owners?.id)).status).toBe(200)
    expect(await waiting()).toEqual([])
    expect((await confirm(theirs?.id)).status).toBe(400)
    expect((await confirm(owners?.id)).status).toBe(404)
    expect([await canLogIn(world, owner), await canLogIn(world, attacker)]).toEqual([true, false])
  })

  it('nothing is promised where nobody could pass it on', async () => {
    await world.db.updateTable('user').set({ role: 'User' }).where('role', '=', 'Admin').execute()
    const registered = await register(world.visitor(), registrationOf('nobody'))
    expect([registered.status, registered.body.code]).toEqual([400, 'mail.notQueued'])
    const asked = await world.visitor().post<Told>('/api/account/recovery', { email: admin.email })
    expect([asked.status, asked.body.code]).toEqual([400, 'mail.notQueued'])
    expect(await world.db.selectFrom('user').select('id').where('name', '=', 'nobody').execute()).toEqual([])
  })
})

describe('where mails leave', () => {
  let smtp: FakeSmtp
  let world: World
  beforeAll(async () => {
    smtp = await startFakeSmtp()
    ;({ world } = await open({
      EMAIL_CONFIG__SENDER_ADDRESS: 'ctf@host.example',
      EMAIL_CONFIG__SMTP__HOST: '127.0.0.1',
      EMAIL_CONFIG__SMTP__PORT: String(smtp.port),
      EMAIL_CONFIG__SMTP__SECURE: 'none',
    }))
  })
  afterAll(async () => {
    await world.close()
    await smtp.close()
  })

  it('each registration of an address is told to open its own link', async () => {
    for (const sign of [attacker, owner])
      expect((await register(world.visitor(), sign)).body).toMatchObject({
        data: 'EmailConfirmationRequired',
      })
    await expect.poll(() => smtp.mails.length, patient).toBe(2)
    const mine = smtp.mails.find(({ text }) => text.includes('owner asked'))
    expect(await outcome(world, linkIn(mine?.text ?? ''))).toEqual([200, undefined])
    expect(await canLogIn(world, owner)).toBe(true)
    expect(await profileStatus(world.visitor())).toBe(401)
  })
})

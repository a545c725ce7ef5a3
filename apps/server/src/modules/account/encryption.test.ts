import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lastMail, login, register, registrationOf, setPolicy } from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { sealer, sealWith } from '../../../../../tests/kit/sealed.ts'
import { createWorld, type Person, testPassword, type World } from '../../../../../tests/kit/world.ts'

const newPassword = 'An0therWord'
let world: World
let admin: Person
let seal: (plain: string | Buffer) => string
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  await encryption(true)
  seal = await sealer(world.visitor())
})
afterAll(() => world.close())

const encryption = (on: boolean) =>
  admin.put('/api/admin/config', { globalConfig: { title: 'GZ', slogan: '', apiEncryption: on } })

const publicKey = async (): Promise<string | null> =>
  (await world.visitor().get<{ apiPublicKey: string | null }>('/api/config')).body.apiPublicKey

let made = 0
const person = async (): Promise<Client & { sign: ReturnType<typeof registrationOf> }> => {
  const sign = registrationOf(`sealed-${++made}`)
  const client = world.visitor()
  const answer = await register(client, { ...sign, password: seal(testPassword) })
  expect(answer.status).toBe(200)
  return { ...client, sign }
}

const unreadable = (): string[] => {
  const whole = Buffer.from(seal(testPassword), 'base64')
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(50) ^ 1, 50)
  return [
    testPassword,
    changed.toString('base64'),
    whole.subarray(0, 59).toString('base64'),
    sealWith(Buffer.alloc(32, 9).toString('base64'))(testPassword),
    seal(''),
    seal(Buffer.from([0xff])),
    seal('Pass\0w0rd'),
    'not base64 at all!',
  ]
}

describe('fields that clients encrypt', () => {
  it('are read at registration and login', async () => {
    const { sign } = await person()
    expect((await login(world.visitor(), sign.userName, seal(testPassword))).status).toBe(200)
    expect((await login(world.visitor(), sign.userName, seal('Wr0ngWord'))).status).toBe(401)
  })

  it('are read where a password is changed, with the real rules after decryption', async () => {
    const client = await person()
    const change = async (old: string, fresh: string) => {
      const answer = await client.put<{ code: string } | undefined>('/api/account/changepassword', {
        old,
        new: fresh,
      })
      return [answer.status, answer.body?.code]
    }
    expect(await change(seal('Wr0ngWord'), seal(newPassword))).toEqual([400, 'account.oldPasswordWrong'])
    expect(await change(seal(testPassword), seal('aA1aA'))).toEqual([400, 'password.tooShort'])
    expect(await change(seal(testPassword), seal(newPassword))).toEqual([200, undefined])
    expect((await login(world.visitor(), client.sign.userName, seal(newPassword))).status).toBe(200)
  })

  it('are read where a password is reset', async () => {
    await setPolicy(admin, { emailConfirmationRequired: true })
    const { sign } = await person()
    await world.visitor().post('/api/account/recovery', { email: sign.email })
    const { token, email } = await lastMail(admin, sign.email)
    const reset = async (password: string) => {
      const answer = await world
        .visitor()
        .post<{ code: string } | undefined>('/api/account/passwordreset', { password, email, rToken: token })
      return [answer.status, answer.body?.code]
    }
    expect(await reset(newPassword)).toEqual([400, 'password.unreadable'])
    expect(await reset(seal('weak'))).toEqual([400, 'password.tooShort'])
    expect(await reset(seal(newPassword))).toEqual([200, undefined])
    expect((await login(world.visitor(), sign.userName, seal(newPassword))).status).toBe(200)
  })

  it('take the longest password there may be', async () => {
    const password = `${'€'.repeat(126)}A1`.replace('€', 'a')
    const sign = { ...registrationOf('long-sealed'), password: seal(password) }
    expect((await register(world.visitor(), sign)).status).toBe(200)
    expect((await login(world.visitor(), 'long-sealed', seal(password))).status).toBe(200)
  })

  it('are missing where they cannot be read: 400, and nothing is known of the account', async () => {
    const client = await person()
    for (const password of unreadable()) {
      for (const [path, body] of [
        ['register', { ...registrationOf('unreadable'), password }],
        ['login', { userName: client.sign.userName, password }],
        ['login', { userName: 'nobody-at-all', password }],
      ] as const) {
        const answer = await world.visitor().post(`/api/account/${path}`, body)
        expect([answer.status, answer.body]).toMatchObject([
          400,
          { status: 400, code: 'password.unreadable' },
        ])
      }
      for (const body of [
        { old: password, new: seal(newPassword) },
        { old: seal(testPassword), new: password },
      ]) {
        const answer = await client.put('/api/account/changepassword', body)
        expect([answer.status, answer.body]).toMatchObject([400, { code: 'password.unreadable' }])
      }
    }
  })

  it('are not what administrators send for many users', async () => {
    const batch = [registrationOf('plain-batch')]
    expect((await admin.post('/api/admin/users', batch)).status).toBe(200)
    expect((await login(world.visitor(), 'plain-batch', seal(testPassword))).status).toBe(200)
  })

  it('cannot be read any more under a new key, which turning it off and on makes', async () => {
    const { sign } = await person()
    const old = seal
    await encryption(false)
    expect(await publicKey()).toBeNull()
    expect((await login(world.visitor(), sign.userName)).status).toBe(200)
    await encryption(true)
    expect(await publicKey()).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    seal = await sealer(world.visitor())
    const refused = await login(world.visitor(), sign.userName, old(testPassword))
    expect([refused.status, refused.body.code]).toEqual([400, 'password.unreadable'])
    expect((await login(world.visitor(), sign.userName, seal(testPassword))).status).toBe(200)
    await encryption(true)
    expect((await login(world.visitor(), sign.userName, seal(testPassword))).status).toBe(200)
  })
})

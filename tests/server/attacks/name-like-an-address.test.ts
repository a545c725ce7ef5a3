import { identityKey } from '@pennant/rules/account/identity'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createLoginGuard } from '../../../apps/server/src/modules/account/login-guard.ts'
import { login, register, registrationOf } from '../../kit/account.ts'
import type { Client } from '../../kit/client.ts'
import { createWorld, type Person, testPassword, type World } from '../../kit/world.ts'

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
afterAll(() => world.close())

let addresses = 0
const newAddress = (): string => `198.51.100.${++addresses}`
const at = (address: string): Client => world.visitor({ 'x-forwarded-for': address })

let victims = 0
/** Such names were once allowed. */
const pair = async (): Promise<{ victim: Person; namesake: Person }> => {
  const victim = await world.person()
  const email = `v${++victims}@x.example`
  await world.db
    .updateTable('user')
    .set({ email, email_key: identityKey(email) })
    .where('id', '=', victim.id)
    .execute()
  const namesake = await world.person()
  await world.db
    .updateTable('user')
    .set({ name: email, name_key: identityKey(email) })
    .where('id', '=', namesake.id)
    .execute()
  return { victim: { ...victim, email }, namesake: { ...namesake, userName: email } }
}

const whoIs = async (client: Client): Promise<string> =>
  (await client.get<{ userId: string }>('/api/account/profile')).body.userId

describe('an account that is named like the address of a victim', () => {
  it('hides no guesses: each that the victim is asked for is counted, up to the limit', async () => {
    const { victim, namesake } = await pair()
    const { bus, cache } = world.adapters
    const guard = createLoginGuard({ bus, cache, clock: world.clock }, { delay: async () => undefined })
    const address = newAddress()
    let asked = 0
    // The attacker's own account has the password that is tried next.
    for (let guess = 0; guess < 20; guess++)
      await guard.attempt([victim.id, namesake.id], address, async (account) => {
        if (account === victim.id) asked++
        return account === namesake.id
      })
    expect(asked).toBe(3)
    let more = 0
    const guessBoth = (): Promise<unknown> =>
      guard.attempt([victim.id, namesake.id], address, async (account) => {
        if (account === victim.id) more++
        return false
      })
    await expect(
      (async () => {
        for (let guess = 0; guess < 20; guess++) await guessBoth()
      })(),
    ).rejects.toMatchObject({ code: 'account.tryLater' })
    expect(asked + more).toBe(12)
    expect((await login(at(address), victim.userName)).status).toBe(429)
  })

  it('counts a victim who said no when the other said yes', async () => {
    const { victim, namesake } = await pair()
    const address = newAddress()
    const attacker = at(address)
    for (let guess = 0; guess < 3; guess++) {
      const own = `Gu3ssed${guess}`
      const before = guess === 0 ? testPassword : `Gu3ssed${guess - 1}`
      const changed = await namesake.put('/api/account/changepassword', { old: before, new: own })
      expect(changed.status).toBe(200)
      expect((await login(attacker, victim.email, own)).status).toBe(200)
      expect(await whoIs(attacker)).toBe(namesake.id)
    }
    // The fourth failure is delayed more, which shows that three were counted.
    const delays: number[] = []
    const guard = createLoginGuard(world.core, { delay: async (ms) => void delays.push(ms) })
    await guard.attempt([victim.id], address, async () => false)
    expect(delays).toEqual([250])
  })

  it('keeps logging in by its name, and comes after the account of that address', async () => {
    const { victim, namesake } = await pair()
    const changed = await namesake.put('/api/account/changepassword', {
      old: testPassword,
      new: 'An0therWord',
    })
    expect(changed.status).toBe(200)
    const client = at(newAddress())
    expect((await login(client, namesake.userName, 'An0therWord')).status).toBe(200)
    expect(await whoIs(client)).toBe(namesake.id)

    const back = await namesake.put('/api/account/changepassword', { old: 'An0therWord', new: testPassword })
    expect(back.status).toBe(200)
    const owner = at(newAddress())
    expect((await login(owner, victim.email)).status).toBe(200)
    expect(await whoIs(owner)).toBe(victim.id)
  })
})

describe('a new name with an @', () => {
  type Refusal = { status: number; code: string; field?: string }
  const expectRefused = ({ status, body }: { status: number; body: unknown }): void => {
    expect([status, body as Refusal]).toEqual([400, expect.objectContaining({ code: 'account.nameAt' })])
  }

  it.each(['a@b.example', '@admin', 'wide＠sign', 'small﹫sign'])(
    'is refused at every door: %s',
    async (name) => {
      const person = await world.person()
      expectRefused(await register(world.visitor(), registrationOf(name, `new${++victims}@players.example`)))
      expectRefused(await person.put('/api/account/update', { userName: name }))
      const sent = { email: `made${++victims}@players.example`, password: testPassword }
      expectRefused(await admin.post('/api/admin/users', [{ userName: name, ...sent }]))
      expectRefused(await admin.put(`/api/admin/users/${person.id}`, { userName: name }))
      const fresh = await createWorld()
      const token = await fresh.app.modules.setup.token()
      expectRefused(await fresh.visitor().post('/api/setup', { token, userName: name, ...sent }))
      await fresh.close()
    },
  )

  it('that exists may stay when the account is changed or imported again', async () => {
    const { namesake } = await pair()
    const { id, userName, email } = namesake
    expect((await namesake.put('/api/account/update', { userName, bio: 'hi' })).status).toBe(200)
    expect((await admin.put(`/api/admin/users/${id}`, { userName, bio: 'hello' })).status).toBe(200)
    const again = await admin.post('/api/admin/users', [{ userName, email, password: testPassword }])
    expect(again.status).toBe(200)
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { profileStatus } from '../kit/account.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'

const day = 86_400_000

const worldWith = async (settings: Record<string, string>): Promise<World> => {
  const world = await createWorld({ settings })
  onTestFinished(() => world.close())
  return world
}

describe('what proxies say of who calls', () => {
  const callerIn = async (settings: Record<string, string>, forwarded: string): Promise<string[]> => {
    const world = await worldWith(settings)
    const admin = await world.person('Admin')
    const caller = world.visitor({ 'x-forwarded-for': forwarded })
    const registered = await caller.post('/api/account/register', {
      userName: 'caller',
      email: 'caller@players.example',
      password: 'Passw0rd',
    })
    expect(registered.status).toBe(200)
    const { body } = await admin.get<{ name: string; ip: string }[]>('/api/admin/logs')
    return body.filter(({ name }) => name === 'caller').map(({ ip }) => ip)
  }
  const way = '203.0.113.9, 127.0.0.77'

  it.each([
    ['one proxy, by default', {}, '127.0.0.77'],
    ['two proxies', { FORWARDED_OPTIONS__FORWARD_LIMIT: '2' }, '203.0.113.9'],
    ['no proxy', { FORWARDED_OPTIONS__FORWARD_LIMIT: '0' }, '127.0.0.1'],
    ['networks elsewhere', { FORWARDED_OPTIONS__KNOWN_NETWORKS: '10.0.0.0/8' }, '127.0.0.1'],
    [
      'one proxy by its address',
      { FORWARDED_OPTIONS__KNOWN_NETWORKS: '10.0.0.0/8', FORWARDED_OPTIONS__KNOWN_PROXIES: '127.0.0.1' },
      '127.0.0.77',
    ],
    [
      'one proxy by its name',
      { FORWARDED_OPTIONS__KNOWN_NETWORKS: '10.0.0.0/8', FORWARDED_OPTIONS__KNOWN_PROXIES: 'localhost' },
      '127.0.0.77',
    ],
  ])('is believed as the settings say: %s', async (_what, settings, expected) => {
    expect(new Set(await callerIn(settings, way))).toEqual(new Set([expected]))
  })
})

describe('a setting', () => {
  it('limits bodies where a route does not say otherwise', async () => {
    const world = await worldWith({ MAX_BODY_BYTES: '2000' })
    const login = (mails: number) =>
      world.visitor().post('/api/account/login', { userName: 'a', password: 'b', more: 'x'.repeat(mails) })
    expect((await login(1000)).status).not.toBe(413)
    expect((await login(3000)).status).toBe(413)
  })

  it('ends sessions after so many days without a visit', async () => {
    const world = await worldWith({ SESSION_DAYS: '2' })
    const person = await world.person()
    world.clock.advance(2 * day - 60_000)
    expect(await profileStatus(person)).toBe(200)
    world.clock.advance(2 * day + 60_000)
    expect(await profileStatus(person)).toBe(401)
  })

  it('keeps records of the log for so many days', async () => {
    const world = await worldWith({ RETENTION__LOG_DAYS: '3' })
    const at = (days: number): Date => new Date(world.clock.now() - days * day)
    await sql`
      insert into log (time, level, source, msg)
      values (${at(3.1)}, 'Information', 'Pennant', 'old'), (${at(2.9)}, 'Information', 'Pennant', 'young')
    `.execute(world.db)
    await world.app.jobs.find(({ name }) => name === 'old log records')?.run(new AbortController().signal)
    const left = await world.db.selectFrom('log').select('msg').where('source', '=', 'Pennant').execute()
    expect(left.map(({ msg }) => msg).filter((msg) => msg === 'old' || msg === 'young')).toEqual(['young'])
  })

  it('logs every request', async () => {
    const [usual, talkative] = [await worldWith({}), await worldWith({ REQUEST_LOGGING: 'true' })]
    for (const world of [usual, talkative]) await world.visitor().get('/api/config')
    const told = ({ said }: World): boolean => said.some((line) => line.includes('/api/config'))
    await expect.poll(() => told(talkative)).toBe(true)
    expect(told(usual)).toBe(false)
  })
})

it('a link to an attachment is never fetched by the server', async () => {
  let fetched = 0
  const elsewhere = createServer((_request, response) => {
    fetched++
    response.end('bait')
  }).listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  onTestFinished(() => void elsewhere.close())
  const remoteUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/bait.bin`
  const world = await worldWith({})
  const admin = await world.person('Admin')
  const open = await createOpenGame(world)
  const challenge = await open.challenge({ title: 'Linked' })
  const { player } = await open.team()
  const path = `/api/edit/games/${open.game.id}/challenges/${challenge.id}`
  const set = await admin.post(`${path}/attachment`, { attachmentType: 'Remote', remoteUrl })
  expect(set.status).toBe(200)
  const read = await player.get(`${open.path}/challenges/${challenge.id}`)
  expect(read.text).toContain(remoteUrl)
  expect((await admin.post(`/api/edit/games/${open.game.id}/export`)).status).toBe(200)
  expect(fetched).toBe(0)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import { joinRaw } from '../../kit/hub-client.ts'
import { insertWriteup } from '../../kit/factories.ts'
import { createOpenGame, type OpenGame, type OpenTeam } from '../../kit/open-game.ts'
import { realPdf } from '../../kit/real-pdf.ts'
import { createWorld, type Person, type World } from '../../kit/world.ts'
import { readZip } from '../../kit/zip.ts'

const markers = {
  email: 'marker-mail@victims.example',
  phone: '+49 30 7777123',
  real_name: 'Realname Marker',
  std_number: 'STD-4711-X',
  ip: '203.0.113.77',
}

type Asker = Record<string, string>

let world: World
let open: OpenGame
let one: OpenTeam
let victim: Person
let admin: Person
const askers = new Map<string, Asker>()
const cookieOf = (person: Person): Asker => ({ cookie: `pennant_session=${person.cookie()}` })
const tokenOf = async (...scopes: string[]): Promise<Asker> => {
  const { body } = await admin.post<{ token: string }>('/api/tokens', { name: scopes.join(), scopes })
  return { authorization: `Bearer ${body.token}` }
}

beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  const monitor = await world.person('Monitor')
  const banned = await world.person()
  open = await createOpenGame(world)
  const challenge = await open.challenge({ flags: ['flag{right}'] })
  one = await open.team({ size: 3 })
  const rival = await open.team()
  const [captain, second, mate] = one.players
  if (captain === undefined || second === undefined || mate === undefined) throw new Error('a team of three')
  victim = second
  const ids = [open.game.id, one.team.id, one.participation.id, challenge.id]
  if (ids.some((id) => id !== 1)) throw new Error('the paths are made with the first ids')

  await victim.get(`${open.path}/challenges/${challenge.id}`)
  await open.submit(victim, challenge, 'flag{wrong}')
  await open.submit(victim, challenge, 'flag{right}')
  await insertWriteup(world, one.participation, { bytes: realPdf(['How it went']) })
  await admin.get(`${open.path}/participations/1/traces`)
  await world.db.updateTable('trace').set({ address: markers.ip }).execute()
  await world.db.updateTable('user').set(markers).where('id', '=', victim.id).execute()
  await world.db.updateTable('user').set({ role: 'Banned' }).where('id', '=', banned.id).execute()
  await world.core.sessions.changed(banned.id)

  askers
    .set('a visitor', {})
    .set('a banned user', cookieOf(banned))
    .set('a user outside the game', cookieOf(await world.person()))
    .set('a player of another team', cookieOf(rival.player))
    .set('a teammate', cookieOf(mate))
    .set('the captain', cookieOf(captain))
    .set('a monitor', cookieOf(monitor))
    .set("an administrator's token for watching games", await tokenOf('Monitor'))
    .set("an administrator's token for watching games and settings", await tokenOf('Monitor', 'Platform'))
    .set("an administrator's token for reading", await tokenOf('Read'))
    .set('an administrator', cookieOf(admin))
})
afterAll(() => world.close())

/** Everything has the first id here, and only accounts are not numbered. */
const pathIn = ({ path, params }: Route): string =>
  path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
    params?.properties?.[name]?.format === 'uuid' ? victim.id : '1',
  )

const textOf = (bytes: Buffer): string =>
  bytes.subarray(0, 2).toString('latin1') === 'PK'
    ? [...readZip(bytes).values()].join('\n')
    : bytes.toString('utf8')

const found = (text: string): string[] =>
  Object.entries(markers).flatMap(([name, marker]) => (text.includes(marker) ? [name] : []))

const searches = ['user.search', 'team.adminSearch']
const asked = routes.filter(({ id, method, anyMethod }) => {
  // Instances are tunneled, not read.
  if (anyMethod === true || id.startsWith('proxy.')) return false
  return method === 'GET' || searches.includes(id)
})

const leakOf = async (route: Route, headers: Asker): Promise<string[]> => {
  const queries = ['', ...(route.query?.properties?.['detail'] === undefined ? [] : ['?detail=true'])]
  if (searches.includes(route.id)) queries.push(`?hint=${encodeURIComponent(markers.email)}`)
  const all: string[] = []
  for (const query of queries) {
    const response = await fetch(`${world.origin}${pathIn(route)}${query}`, {
      method: route.method,
      headers,
      redirect: 'manual',
    })
    all.push(...found(textOf(Buffer.from(await response.arrayBuffer()))))
  }
  return [...new Set(all)]
}

const leaksTo = async (who: string): Promise<Record<string, string[]>> => {
  const headers = askers.get(who)
  if (headers === undefined) throw new Error(`nobody is ${who}`)
  const leaks: Record<string, string[]> = {}
  for (const route of asked) {
    const leak = await leakOf(route, headers)
    if (leak.length > 0) leaks[route.id] = leak
  }
  return leaks
}

describe('the email address, phone, name, student number and network address of a player', () => {
  it.each([
    'a visitor',
    'a banned user',
    'a user outside the game',
    'a player of another team',
    'a teammate',
    'the captain',
    'a monitor',
    "an administrator's token for watching games",
    "an administrator's token for watching games and settings",
  ])('are in no answer to %s', async (who) => {
    expect(await leaksTo(who)).toEqual({})
  })

  it.each(['an administrator', "an administrator's token for reading"])(
    'are read by %s, in the sheets as well',
    async (who) => {
      expect(await leaksTo(who)).toMatchObject({
        'user.list': expect.arrayContaining(['email', 'phone', 'real_name', 'std_number']),
        'user.read': ['email', 'phone', 'real_name', 'std_number'],
        'participation.list': ['email', 'phone', 'real_name', 'std_number'],
        'scoreboard.sheet': ['email', 'phone', 'real_name', 'std_number'],
        'submission.sheet': ['email'],
        'watch.traces': ['ip'],
      })
    },
  )

  it('are in nothing that the hubs send to monitors and players', async () => {
    const join = async (path: string, who: string) =>
      joinRaw(world.origin, path, { headers: askers.get(who) ?? {} })
    const watching = await join('/hub/monitor?game=1', 'a monitor')
    const playing = await join('/hub/user?game=1', 'a teammate')
    const second = await open.challenge({ flags: ['flag{second}'] })
    await open.submit(victim, second, 'flag{second}')
    world.app.hubs.toPlayers(1, 'ReceivedLast', {})
    const heard: string[] = []
    while (!/ReceivedSubmissions/.test(heard.at(-1) ?? '')) heard.push(JSON.stringify(await watching.hear()))
    while (!/ReceivedLast/.test(heard.at(-1) ?? '')) heard.push(JSON.stringify(await playing.hear()))
    expect(heard.length).toBeGreaterThan(1)
    expect(found(heard.join('\n'))).toEqual([])
    watching.socket.terminate()
    playing.socket.terminate()
  })
})

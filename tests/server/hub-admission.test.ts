import { type HubConnection, HubConnectionBuilder, HubConnectionState, LogLevel } from '@microsoft/signalr'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LogMessage } from '@pennant/contract/log'
import { loggedIn, setPolicy } from '../kit/account.ts'
import { insertGame, insertParticipation, insertTeam } from '../kit/factories.ts'
import { joinRaw } from '../kit/hub-client.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { patient } from '../kit/patient.ts'

let world: World
let admin: Person
let monitor: Person
let user: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  monitor = await world.person('Monitor')
  user = await world.person('User')
})
afterAll(() => world.close())

let clients: HubConnection[] = []
afterEach(async () => {
  for (const client of clients) await client.stop()
  clients = []
})

type Credentials = { cookie?: string | undefined; bearer?: string }

const as = (person: Person): Credentials => ({ cookie: `pennant_session=${person.cookie()}` })

const connect = async (path: string, { cookie, bearer }: Credentials = {}) => {
  const client = new HubConnectionBuilder()
    .withUrl(world.origin + path, {
      headers: {
        ...(cookie === undefined ? {} : { Cookie: cookie }),
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      },
    })
    .configureLogging(LogLevel.None)
    .build()
  clients.push(client)
  const heard: [event: string, payload: unknown][] = []
  for (const event of ['ReceivedGameNotice', 'ReceivedGameEvent', 'ReceivedSubmissions', 'ReceivedLog'])
    client.on(event, (payload: unknown) => heard.push([event, payload]))
  await client.start()
  return { client, heard, ended: () => client.state === HubConnectionState.Disconnected }
}

/** A refusal is silent: the connection opens, then ends. In one piece, both look like a failed connection. */
const fate = async (
  path: string,
  push: () => void,
  credentials?: Credentials,
): Promise<'hears' | 'refused'> => {
  const connection = await connect(path, credentials).catch((error: unknown) => {
    expect(String(error)).toContain('stopped before the hub handshake')
    return null
  })
  if (connection === null) return 'refused'
  const { heard, ended } = connection
  push()
  await expect.poll(() => heard.length > 0 || ended(), patient).toBe(true)
  return heard.length > 0 ? 'hears' : 'refused'
}

const fateOfPlayer = (gameId: number, credentials?: Credentials) =>
  fate(`/hub/user?game=${gameId}`, noticeTo(gameId), credentials)
const fateOfMonitor = (gameId: number, credentials?: Credentials) =>
  fate(`/hub/monitor?game=${gameId}`, eventTo(gameId), credentials)
const nothing = () => undefined

const week = 604_800_000

const makeToken = async (
  name = 'a tool',
  scopes: readonly string[] = [],
): Promise<{ id: string; text: string }> => {
  const answer = await admin.post<{ token: string; info: { id: string } }>('/api/tokens', { name, scopes })
  expect(answer.status).toBe(200)
  return { id: answer.body.info.id, text: answer.body.token }
}

const notice = { id: 1, type: 'Normal', values: ['hello'], time: 1_700_000_000_000 }
const noticeTo = (gameId: number) => () => world.app.hubs.toPlayers(gameId, 'ReceivedGameNotice', notice)
const eventTo = (gameId: number) => () =>
  world.app.hubs.toMonitors(gameId, 'ReceivedGameEvent', { values: [] })

describe('the user hub', () => {
  it('is open to everybody for a game that is there', async () => {
    const { id } = await insertGame(world.db)
    expect(await fateOfPlayer(id)).toBe('hears')
    expect(await fateOfPlayer(id, as(user))).toBe('hears')
  })

  it('is open to the banned, like all that is public', async () => {
    const { id } = await insertGame(world.db)
    expect(await fateOfPlayer(id, as(await world.person('Banned')))).toBe('hears')
  })

  it('has nothing to add where the page was the first to ask for the game', async () => {
    const { id } = await insertGame(world.db)
    const told: string[] = []
    const tell = (name: string) => (gameId: number) => {
      if (gameId === id) told.push(name)
    }
    const { signals } = world.core
    const stops = [
      signals.on('board.loaded', tell('board.loaded')),
      signals.on('board.changed', tell('board.changed')),
    ]
    expect((await world.visitor().get(`/api/game/${id}/scoreboard`)).status).toBe(200)
    expect(told).toEqual(['board.loaded'])
    await admin.post(`/api/edit/games/${id}/scoreboard/flush`)
    await expect.poll(() => told, patient).toContain('board.changed')
    for (const stop of stops) stop()
  })

  it.each(['?game=2000000000', '?game=-1', '?game=abc', '?game=', ''])('refuses %j', async (query) => {
    expect(await fate(`/hub/user${query}`, nothing, as(admin))).toBe('refused')
  })

  describe('of a hidden game', () => {
    it('is closed to visitors and to users who are not in it', async () => {
      const { id } = await insertGame(world.db, { hidden: true })
      const other = await insertGame(world.db, { hidden: true })
      await insertParticipation(world.db, other, await insertTeam(world.db, [user]), { members: [user] })
      expect(await fateOfPlayer(id)).toBe('refused')
      expect(await fateOfPlayer(id, as(user))).toBe('refused')
    })

    it('is open to monitors and administrators', async () => {
      const { id } = await insertGame(world.db, { hidden: true })
      for (const person of [monitor, admin]) expect(await fateOfPlayer(id, as(person))).toBe('hears')
    })

    it('is open to anyone who has joined it, but not to the rest of the team nor to the banned', async () => {
      const game = await insertGame(world.db, { hidden: true })
      const [mate, banned] = [await world.person('User'), await world.person('Banned')]
      const team = await insertTeam(world.db, [user, mate, banned])
      await insertParticipation(world.db, game, team, { status: 'Pending', members: [user, banned] })
      expect(await fateOfPlayer(game.id, as(user))).toBe('hears')
      expect(await fateOfPlayer(game.id, as(mate))).toBe('refused')
      expect(await fateOfPlayer(game.id, as(banned))).toBe('refused')
    })

    it('is closed to members the moment they leave their team', async () => {
      const game = await insertGame(world.db, { hidden: true })
      const member = await world.person('User')
      const team = await insertTeam(world.db, [await world.person('User'), member])
      await insertParticipation(world.db, game, team, { status: 'Pending', members: [member] })
      const { ended } = await connect(`/hub/user?game=${game.id}`, as(member))
      expect((await member.post(`/api/team/${team.id}/leave`)).status).toBe(200)
      await expect.poll(ended, patient).toBe(true)
    })

    it('is closed to its members when their team is deleted', async () => {
      const game = await insertGame(world.db, { hidden: true })
      const team = await insertTeam(world.db, [user])
      await insertParticipation(world.db, game, team, { members: [user] })
      const { ended } = await connect(`/hub/user?game=${game.id}`, as(user))
      expect((await admin.delete(`/api/admin/teams/${team.id}`)).status).toBe(200)
      await expect.poll(ended, patient).toBe(true)
    })
  })
})

describe('the monitor hub', () => {
  it('is open to monitors and administrators', async () => {
    const { id } = await insertGame(world.db, { hidden: true })
    for (const person of [monitor, admin]) expect(await fateOfMonitor(id, as(person))).toBe('hears')
  })

  it('is closed to visitors, users and the banned', async () => {
    const { id } = await insertGame(world.db)
    expect(await fateOfMonitor(id)).toBe('refused')
    expect(await fateOfMonitor(id, as(user))).toBe('refused')
    expect(await fateOfMonitor(id, as(await world.person('Banned')))).toBe('refused')
    expect(await fateOfMonitor(id, { cookie: `pennant_session=${'x'.repeat(43)}` })).toBe('refused')
  })

  it('is open to a valid API token', async () => {
    const { id } = await insertGame(world.db)
    const { text } = await makeToken()
    expect(await fateOfMonitor(id, { bearer: text })).toBe('hears')
    expect(await fateOfMonitor(id, { ...as(user), bearer: text })).toBe('hears')
  })

  it('is closed to tokens that are made up, altered, revoked, deleted or expired', async () => {
    const { id } = await insertGame(world.db)
    const [one, two] = [await makeToken(), await makeToken()]
    expect(await fateOfMonitor(id, { bearer: 'made.up' })).toBe('refused')
    expect(await fateOfMonitor(id, { bearer: `${one.text.split('.')[0]}.${two.text.split('.')[1]}` })).toBe(
      'refused',
    )
    await admin.delete(`/api/tokens/${one.id}`)
    expect(await fateOfMonitor(id, { bearer: one.text })).toBe('refused')
    await admin.delete(`/api/tokens/${two.id}?delete=true`)
    expect(await fateOfMonitor(id, { bearer: two.text })).toBe('refused')
    const past = await makeToken()
    const expires_at = new Date(world.clock.now() - 1)
    await world.db.updateTable('api_token').set({ expires_at }).where('id', '=', past.id).execute()
    expect(await fateOfMonitor(id, { bearer: past.text })).toBe('refused')
  })

  it('is open to a token with scopes for as long as its maker may hear it', async () => {
    const { id } = await insertGame(world.db)
    const maker = await world.person('Admin')
    const scopes = ['Monitor']
    const made = await maker.post<{ token: string }>('/api/tokens', { name: 'a tool', scopes })
    const listening = { bearer: made.body.token }
    const open = await connect(`/hub/monitor?game=${id}`, listening)
    expect(await fateOfMonitor(id, listening)).toBe('hears')
    expect((await admin.put(`/api/admin/users/${maker.id}`, { role: 'Banned' })).status).toBe(200)
    await expect.poll(open.ended, patient).toBe(true)
    expect(await fateOfMonitor(id, listening)).toBe('refused')
    expect((await admin.delete(`/api/admin/users/${maker.id}`)).status).toBe(200)
    expect(await fateOfMonitor(id, listening)).toBe('refused')
  })

  it.each(['?game=2000000000', '?game=x', ''])('refuses %j, also with a token', async (query) => {
    expect(await fate(`/hub/monitor${query}`, nothing, as(admin))).toBe('refused')
    expect(await fate(`/hub/monitor${query}`, nothing, { bearer: (await makeToken()).text })).toBe('refused')
  })

  it('ends for a monitor who is one no longer, and for nobody else', async () => {
    const { id } = await insertGame(world.db)
    const passing = await world.person('Monitor')
    const gone = await connect(`/hub/monitor?game=${id}`, as(passing))
    const player = await connect(`/hub/user?game=${id}`, as(passing))
    const stays = await connect(`/hub/monitor?game=${id}`, as(monitor))
    expect((await admin.put(`/api/admin/users/${passing.id}`, { role: 'User' })).status).toBe(200)
    await expect.poll(gone.ended, patient).toBe(true)
    eventTo(id)()
    noticeTo(id)()
    await expect.poll(() => stays.heard, patient).toHaveLength(1)
    await expect.poll(() => player.heard, patient).toHaveLength(1)
    expect(gone.heard).toEqual([])
  })

  it('ends for a monitor who logs out', async () => {
    const { id } = await insertGame(world.db)
    const passing = await world.person('Monitor')
    const { ended } = await connect(`/hub/monitor?game=${id}`, as(passing))
    expect((await passing.post('/api/account/logout')).status).toBe(200)
    await expect.poll(ended, patient).toBe(true)
  })

  it.each([
    ['revoked', '', []],
    ['deleted', '?delete=true', []],
    ['revoked, with scopes', '', ['Read']],
    ['deleted, with scopes', '?delete=true', ['Read']],
  ])('ends for a token that is %s, and for no other', async (_how, query, scopes) => {
    const { id } = await insertGame(world.db)
    const [gone, stays] = [await makeToken('gone', scopes), await makeToken('stays', scopes)]
    const closed = await connect(`/hub/monitor?game=${id}`, { bearer: gone.text })
    const open = await connect(`/hub/monitor?game=${id}`, { bearer: stays.text })
    expect((await admin.delete(`/api/tokens/${gone.id}${query}`)).status).toBe(200)
    await expect.poll(closed.ended, patient).toBe(true)
    eventTo(id)()
    await expect.poll(() => open.heard, patient).toHaveLength(1)
    expect(closed.heard).toEqual([])
  })
})

describe('the admin hub', () => {
  it('is for administrators alone', async () => {
    expect(await fate('/hub/admin', nothing)).toBe('refused')
    expect(await fate('/hub/admin', nothing, as(user))).toBe('refused')
    expect(await fate('/hub/admin', nothing, as(monitor))).toBe('refused')
    expect(await fate('/hub/admin', nothing, { bearer: (await makeToken()).text })).toBe('refused')
  })

  it('hears what is logged, as it happens and as the list shows it', async () => {
    const { heard } = await connect('/hub/admin', as(admin))
    const name = `tool ${Date.now()}`
    await makeToken(name)
    const record = [
      'ReceivedLog',
      {
        time: expect.any(Number),
        name: admin.userName,
        level: 'Information',
        ip: '127.0.0.1',
        msg: `API token ${name} created`,
        status: 'Success',
      },
    ]
    await expect.poll(() => heard, patient).toContainEqual(record)
    const logs = await admin.get<LogMessage[]>('/api/admin/logs?count=1000')
    const live = heard.map(([, payload]) => payload as LogMessage).find(({ msg }) => msg.includes(name))
    expect(logs.body).toContainEqual(live)
  })

  it('hears that somebody was refused', async () => {
    const { heard } = await connect('/hub/admin', as(admin))
    expect((await user.get('/api/admin/instances')).status).toBe(403)
    const denied = { name: user.userName, level: 'Warning', status: 'Denied' }
    await expect.poll(() => heard, patient).toContainEqual(['ReceivedLog', expect.objectContaining(denied)])
  })

  it('ends for an administrator who is one no longer', async () => {
    const passing = await world.person('Admin')
    const { ended } = await connect('/hub/admin', as(passing))
    expect((await admin.put(`/api/admin/users/${passing.id}`, { role: 'Monitor' })).status).toBe(200)
    await expect.poll(ended, patient).toBe(true)
  })
})

describe('what is pushed', () => {
  it('stays within its game and its hub', async () => {
    const [one, two] = [await insertGame(world.db), await insertGame(world.db)]
    const players = [await connect(`/hub/user?game=${one.id}`), await connect(`/hub/user?game=${two.id}`)]
    const monitors = [
      await connect(`/hub/monitor?game=${one.id}`, as(monitor)),
      await connect(`/hub/monitor?game=${two.id}`, as(monitor)),
    ]
    const { hubs } = world.app
    for (const [nth, { id }] of [one, two].entries()) {
      hubs.toPlayers(id, 'ReceivedGameNotice', { nth })
      hubs.toMonitors(id, 'ReceivedGameEvent', { nth })
      hubs.toMonitors(id, 'ReceivedSubmissions', { nth })
    }
    for (const nth of [0, 1]) {
      await expect.poll(() => monitors[nth]?.heard, patient).toHaveLength(2)
      expect(monitors[nth]?.heard).toEqual([
        ['ReceivedGameEvent', { nth }],
        ['ReceivedSubmissions', { nth }],
      ])
      await expect.poll(() => players[nth]?.heard, patient).toEqual([['ReceivedGameNotice', { nth }]])
    }
  })

  it('reaches clients that only know the protocol, whatever the case of the path', async () => {
    const { id } = await insertGame(world.db)
    const client = await joinRaw(world.origin, `/HUB/User?GAME=${id}`)
    noticeTo(id)()
    expect(await client.hear()).toEqual({ type: 1, target: 'ReceivedGameNotice', arguments: [notice] })
    client.socket.terminate()
  })
})

// Last, because other sessions end in that time.
describe('every hub', () => {
  it('ends when the time to set up a second factor does', async () => {
    const late = await world.person('Monitor')
    const { id } = await insertGame(world.db)
    await setPolicy(admin, { secondFactor: 'Staff' })
    world.clock.advance(week - 2_000)
    const cookie = `pennant_session=${(await loggedIn(world, late.userName)).cookie()}`
    const { ended } = await connect(`/hub/monitor?game=${id}`, { cookie })
    expect(ended()).toBe(false)
    await expect.poll(ended, patient).toBe(true)
    expect(await fateOfMonitor(id, { cookie })).toBe('refused')
    await world.db.deleteFrom('setting').where('key', '=', 'AccountPolicy').execute()
    await world.core.settings.changed()
  })
})

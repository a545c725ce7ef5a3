import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'

type Page = { data: unknown[]; length: number; total: number }

let world: World
let admin: Person
let open: OpenGame
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
  open = await createOpenGame(world)
  const { player } = await open.team()
  const challenge = await open.challenge({ flags: ['flag{right}'] })
  await open.submit(player, challenge, 'flag{right}')
  await admin.post(`/api/edit/games/${open.game.id}/notices`, { content: 'Hello' })
  await admin.upload('POST', '/api/assets', 'files', [{ name: 'a.txt', bytes: new Uint8Array([1]) }])
})
afterAll(() => world.close())

const pages = ['/api/admin/users', '/api/admin/teams', '/api/admin/files', '/api/game', '/api/edit/games']
const arrays = ['/api/admin/logs', '/events', '/notices', '/submissions']
const pathOf = (list: string): string => (list.startsWith('/api/') ? list : `${open.path}${list}`)

/** Reading a list counts as a visit. */
const lasting = (body: unknown): string =>
  JSON.stringify(body, (key, value: unknown) => (key === 'lastVisitedUtc' ? undefined : value))

describe('a list', () => {
  it.each(pages)('%s is empty for a count of zero, and tells how many there are', async (list) => {
    const { body } = await admin.get<Page>(`${list}?count=0`)
    expect(body.data).toEqual([])
    expect(body.length).toBe(0)
    expect(body.total).toBeGreaterThan(0)
  })

  it.each(['/api/admin/logs', '/events', '/notices'])('%s is empty for a count of zero', async (list) => {
    expect((await admin.get<unknown[]>(pathOf(list))).body.length).toBeGreaterThan(0)
    expect((await admin.get(`${pathOf(list)}?count=0`)).body).toEqual([])
  })

  const parameters =
    'search=&role=&confirmed=&sort=&descending=&locked=&detail=&level=&user=&address=&from=&to=' +
    '&hideContainer=&type=&team=&challenge='

  it.each([...pages, ...arrays])('%s is not narrowed by filters without a value', async (list) => {
    const [plain, empty] = [await admin.get(pathOf(list)), await admin.get(`${pathOf(list)}?${parameters}`)]
    expect(empty.status).toBe(200)
    expect(lasting(empty.body)).toEqual(lasting(plain.body))
  })

  it.each(['users', 'teams'])('of %s is searched for something', async (what) => {
    expect((await admin.post(`/api/admin/${what}/search?hint=`)).status).toBe(400)
  })
})

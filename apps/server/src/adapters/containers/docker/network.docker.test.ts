import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  askDocker,
  dockerLeftOut,
  dockerNeeds,
  dockerTitled,
  inspected,
  removeNetworks,
  sharedDocker,
} from '../../../../../../tests/kit/docker-bench.ts'
import { imageName } from '../../../../../../tests/kit/docker-image.ts'
import { createDaemon, type Daemon } from './daemon.ts'
import { createNetworks, type Networks } from './network.ts'

describe.skipIf(dockerLeftOut() !== null)(dockerTitled('the Docker networks of instances'), () => {
  let daemon: Daemon
  let self = ''
  let prefix = ''
  let notes: string[] = []
  const open = (installation = 'us'): Networks =>
    createNetworks({ daemon, prefix, installation, onNote: (note) => notes.push(note) })
  const membersOf = async (id: string): Promise<string[]> =>
    Object.keys((await inspected(`/networks/${id}`))['Containers'] ?? {})
  const isInternal = async (id: string): Promise<unknown> => (await inspected(`/networks/${id}`))['Internal']

  beforeAll(async () => {
    daemon = createDaemon(dockerNeeds(sharedDocker().uri).settings)
    const made: { Id: string } = JSON.parse(
      await askDocker('POST', '/containers/create', undefined, { Image: imageName('deaf') }),
    )
    self = made.Id
    await askDocker('POST', `/containers/${self}/start`)
  })
  beforeEach(() => {
    prefix = `net-${randomBytes(4).toString('hex')}`
    notes = []
    return async () => {
      for (const mode of ['open', 'isolated', 'custom'])
        await askDocker('POST', `/networks/${prefix}-${mode}/disconnect`, undefined, {
          Container: self,
          Force: true,
        }).catch(() => undefined)
      await removeNetworks(prefix)
    }
  })
  afterAll(async () => {
    daemon.close()
    await askDocker('DELETE', `/containers/${self}?force=1`)
  })

  it('are made once, whoever asks and how many at a time', async () => {
    const wish = { mode: 'Open', publishes: false, self: null } as const
    const [one, other] = [open('us'), open('them')]
    const ids = await Promise.all([one, one, other, other].map((networks) => networks.provide(wish)))
    expect(new Set(ids).size).toBe(1)
    const all: { Name: string }[] = JSON.parse(await askDocker('GET', '/networks'))
    expect(all.filter(({ Name }) => Name === `${prefix}-open`)).toHaveLength(1)
    expect(notes).toEqual([])
  })

  it('are joined by the container that this server runs in', async () => {
    const wish = { mode: 'Isolated', publishes: false, self } as const
    const id = await open().provide(wish)
    expect(await membersOf(id)).toEqual([self])
    // A server that starts again is in there already.
    expect(await open().provide(wish)).toBe(id)
    expect(notes).toEqual([])
  })

  it('are made anew when the settings have changed and nobody is in there', async () => {
    const networks = open()
    const closed = await networks.provide({ mode: 'Isolated', publishes: false, self })
    expect(await isInternal(closed)).toBe(true)
    const publishing = await networks.provide({ mode: 'Isolated', publishes: true, self })
    expect(await isInternal(publishing)).toBe(false)
    expect(await membersOf(publishing)).toEqual([self])
  })

  it('are left as they are when they are not ours or in use, and that is said', async () => {
    const closed = { mode: 'Isolated', publishes: false, self: null } as const
    const id = await open('them').provide(closed)
    await expect(open('us').provide({ ...closed, publishes: true })).rejects.toMatchObject({
      refused: 'invalid',
      message: expect.stringContaining('publishes no ports'),
    })
    const inUse = await open().provide({ mode: 'Open', publishes: false, self })
    expect(await open().provide({ mode: 'Open', publishes: false, self: null })).toBe(inUse)
    expect(notes).toEqual([expect.stringContaining('lets instances reach each other')])
    expect(await isInternal(id)).toBe(true)
  })

  it('of the own choice are taken as they are', async () => {
    const custom = { mode: 'Custom', publishes: false, self: null } as const
    const networks = open()
    await expect(networks.provide(custom)).rejects.toMatchObject({ refused: 'invalid' })
    const made: { Id: string } = JSON.parse(
      await askDocker('POST', '/networks/create', undefined, { Name: `${prefix}-custom` }),
    )
    expect(await networks.provide(custom)).toBe(made.Id)
  })
})

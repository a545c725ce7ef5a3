import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  askDocker,
  dockerSkipReason,
  dockerNeeds,
  withDockerSkipReason,
  inspected,
  removeNetworks,
  sharedDocker,
} from '../../../../../../tests/kit/shared-docker.ts'
import { imageName } from '../../../../../../tests/kit/docker-image.ts'
import { bridgeFor } from './bridge.ts'
import { createDaemon, type Daemon } from './daemon.ts'
import { createNetworks, type Networks } from './network.ts'

const onHost = {
  route: { kind: 'internal' },
  processors: 1,
  noRules: null,
  proxy: null,
  ports: { from: 32_768, to: 60_999 },
} as const

describe.skipIf(dockerSkipReason() !== null)(withDockerSkipReason('the Docker networks of instances'), () => {
  let daemon: Daemon
  let self = ''
  let prefix = ''
  let notes: string[] = []
  const open = (installation = 'us', own: string | null = null): Networks =>
    createNetworks(daemon, { read: async () => ({ ...onHost, self: own }) }, prefix, installation, (note) =>
      notes.push(note),
    )
  const oldNetwork = async (member: string | null): Promise<string> => {
    const made: { Id: string } = JSON.parse(
      await askDocker('POST', '/networks/create', undefined, {
        Name: `${prefix}-open`,
        Labels: { 'pennant.installation': 'us' },
        Options: { 'com.docker.network.bridge.enable_icc': 'true' },
      }),
    )
    if (member !== null)
      await askDocker('POST', `/networks/${made.Id}/connect`, undefined, { Container: member })
    return made.Id
  }
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

  it('are made once, no matter who asks and how many at a time', async () => {
    const options = { mode: 'Open', publishes: false } as const
    const [one, other] = [open('us'), open('them')]
    const ids = await Promise.all([one, one, other, other].map((networks) => networks.provide(options)))
    expect(new Set(ids).size).toBe(1)
    const all: { Name: string }[] = JSON.parse(await askDocker('GET', '/networks'))
    expect(all.filter(({ Name }) => Name === `${prefix}-open`)).toHaveLength(1)
    expect(notes).toEqual([])
  })

  it('have a bridge of a name that is known before', async () => {
    const id = await open().provide({ mode: 'Isolated', publishes: false })
    const { Options } = await inspected(`/networks/${id}`)
    expect(Options).toMatchObject({ 'com.docker.network.bridge.name': bridgeFor(`${prefix}-isolated`) })
  })

  it('are made again when the settings have changed and nobody is in there', async () => {
    const networks = open()
    const closed = await networks.provide({ mode: 'Isolated', publishes: false })
    expect(await isInternal(closed)).toBe(true)
    const publishing = await networks.provide({ mode: 'Isolated', publishes: true })
    expect(await isInternal(publishing)).toBe(false)
  })

  it('are left by the container that this server runs in, and made again where they were made for it', async () => {
    const id = await oldNetwork(self)
    const made = await open('us', self).provide({ mode: 'Open', publishes: false })
    expect(made).not.toBe(id)
    expect(await membersOf(made)).toEqual([])
    const { Options } = await inspected(`/networks/${made}`)
    expect(Options).toMatchObject({ 'com.docker.network.bridge.enable_icc': 'false' })
  })

  it('are refused where instances reach each other in them, as long as somebody is in there', async () => {
    await oldNetwork(self)
    const message = expect.stringContaining('lets instances reach each other')
    const networks = open()
    const options = { mode: 'Open', publishes: false } as const
    await expect(networks.provide(options)).rejects.toMatchObject({ refused: 'network', message })
    expect(await networks.complaint('Open')).toEqual(message)
    await askDocker('POST', `/networks/${prefix}-open/disconnect`, undefined, { Container: self })
    expect(await networks.complaint('Open')).toBeNull()
    await networks.provide(options)
  })

  it('are left as they are when they are not ours, and that is said', async () => {
    const closed = { mode: 'Isolated', publishes: false } as const
    const id = await open('them').provide(closed)
    await expect(open('us').provide({ ...closed, publishes: true })).rejects.toMatchObject({
      refused: 'network',
      message: expect.stringContaining('no ports are published'),
    })
    expect(await isInternal(id)).toBe(true)
  })

  it('of the own choice are taken as they are', async () => {
    const custom = { mode: 'Custom', publishes: false } as const
    const networks = open()
    await expect(networks.provide(custom)).rejects.toMatchObject({ refused: 'invalid' })
    const made: { Id: string } = JSON.parse(
      await askDocker('POST', '/networks/create', undefined, { Name: `${prefix}-custom` }),
    )
    expect(await networks.provide(custom)).toBe(made.Id)
  })
})

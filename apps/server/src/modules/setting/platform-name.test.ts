import { defaultGlobalConfig, type GlobalConfig } from '@pennant/contract/setting'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { registrationOf } from '../../../../../tests/kit/account.ts'
import type { Client } from '../../../../../tests/kit/client.ts'
import { samplePng } from '../../../../../tests/kit/sample-image.ts'
import { createWorld, type Person, type World, type WorldOptions } from '../../../../../tests/kit/world.ts'

type Config = { globalConfig: GlobalConfig }
const shown = async (who: Client): Promise<object> => (await who.get<object>('/api/config')).body
const stored = async (admin: Person): Promise<GlobalConfig> =>
  (await admin.get<Config>('/api/admin/config')).body.globalConfig
const setUp = async (world: World, more: object): Promise<Client> => {
  const visitor = world.visitor()
  const token = await world.app.modules.setup.token()
  expect((await visitor.post('/api/setup', { token, ...registrationOf('the-first'), ...more })).status).toBe(
    200,
  )
  return visitor
}
const during = async (options: WorldOptions, run: (world: World) => Promise<void>): Promise<void> => {
  const world = await createWorld(options)
  try {
    await run(world)
  } finally {
    await world.close()
  }
}

describe('the suffix of the name', () => {
  let world: World
  let admin: Person
  const put = (globalConfig: object) => admin.put('/api/admin/config', { globalConfig })
  beforeAll(async () => {
    world = await createWorld()
    admin = await world.person('Admin')
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await put({ title: 'GZ', titleSuffix: '::CTF' })
  })

  it('is said to nobody while it is the usual one', async () => {
    expect(await stored(admin)).toStrictEqual(defaultGlobalConfig)
    expect(await shown(world.visitor())).not.toHaveProperty('titleSuffix')
  })

  it.each([
    ['', 'Harbour'],
    [' Cup', 'Harbour Cup'],
  ])('can be %j, and is so wherever the name is shown', async (titleSuffix, name) => {
    expect((await put({ title: 'Harbour', titleSuffix })).status).toBe(200)
    expect(await stored(admin)).toMatchObject({ title: 'Harbour', titleSuffix })
    expect(await shown(world.visitor())).toMatchObject({ title: 'Harbour', titleSuffix })
    expect(world.core.settings.platformName()).toBe(name)
  })

  it('stays when a compatible client saves the rest', async () => {
    await put({ titleSuffix: '' })
    expect((await put({ ...defaultGlobalConfig, title: 'Harbour' })).status).toBe(200)
    expect(world.core.settings.platformName()).toBe('Harbour')
    await put({ titleSuffix: null })
    expect(world.core.settings.platformName()).toBe('Harbour')
  })

  it.each(['x'.repeat(33), 'two\nlines'])('is refused as %j', async (titleSuffix) => {
    expect((await put({ titleSuffix })).status).toBe(400)
    expect(await stored(admin)).not.toHaveProperty('titleSuffix')
  })
})

describe('the name of a new installation', () => {
  it('is the one of the wire until somebody gives it another', () =>
    during({}, async (world) => {
      expect((await world.visitor().get('/api/setup')).body).not.toHaveProperty('named')
      await setUp(world, {})
      expect(await shown(world.visitor())).toMatchObject({ title: 'GZ', slogan: defaultGlobalConfig.slogan })
    }))

  it('is what set-up was told, for all processes', () =>
    during({}, async (world) => {
      const sent = { title: ' Harbour Lights ', titleSuffix: '', slogan: 'Find your way in' }
      const named = { title: 'Harbour Lights', titleSuffix: '', slogan: 'Find your way in' }
      const admin = await setUp(world, sent)
      expect(await shown(admin)).toMatchObject(named)
      expect((await admin.get<Config>('/api/admin/config')).body.globalConfig).toMatchObject(named)
      const other = await world.another()
      try {
        expect(await shown(other.visitor())).toMatchObject(named)
      } finally {
        await other.close()
      }
    }))

  it('keeps its name when set-up is told a blank one, and can lose its slogan', () =>
    during({}, async (world) => {
      expect(await shown(await setUp(world, { title: ' ', slogan: '' }))).toMatchObject({
        title: 'GZ',
        slogan: '',
      })
    }))

  it('is not changed by who may not set it up', () =>
    during({}, async (world) => {
      const attempt = { token: 'wrong', ...registrationOf('first'), title: 'Taken', slogan: 'over' }
      expect((await world.visitor().post('/api/setup', attempt)).status).toBe(401)
      await setUp(world, {})
      const token = await world.app.modules.setup.token()
      expect((await world.visitor().post('/api/setup', { ...attempt, token })).status).toBe(400)
      expect(await shown(world.visitor())).toMatchObject({ title: 'GZ' })
    }))

  it('can be configured, is not asked for then, and is the administrators’ from then on', () =>
    during(
      {
        settings: {
          PLATFORM__TITLE: 'Harbour',
          PLATFORM__SUFFIX: 'none',
          PLATFORM__SLOGAN: 'Find your way in',
        },
      },
      async (world) => {
        const named = { title: 'Harbour', titleSuffix: '', slogan: 'Find your way in' }
        expect((await world.visitor().get('/api/setup')).body).toMatchObject({ needed: true, named: true })
        expect(await shown(world.visitor())).toMatchObject(named)
        const admin = await world.person('Admin')
        const logo = { name: 'logo.png', bytes: await samplePng() }
        expect((await admin.upload('POST', '/api/admin/config/logo', 'file', [logo])).status).toBe(200)
        expect(await stored(admin)).toMatchObject(named)
        await admin.put('/api/admin/config', { globalConfig: { title: 'Reef', titleSuffix: '::CTF' } })
        expect(world.core.settings.platformName()).toBe('Reef::CTF')
      },
    ))
})

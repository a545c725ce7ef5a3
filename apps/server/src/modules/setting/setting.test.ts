import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  defaultGlobalConfig,
  type AccountPolicy,
  type ContainerPolicy,
  type GlobalConfig,
} from '@pennant/contract/setting'
import { createWorld, type Person, type World } from '../../../../../tests/kit/world.ts'

type Config = { accountPolicy: AccountPolicy; globalConfig: GlobalConfig; containerPolicy: ContainerPolicy }

let world: World
let admin: Person
beforeAll(async () => {
  world = await createWorld()
  admin = await world.person('Admin')
})
beforeEach(async () => {
  await world.db
    .deleteFrom('setting')
    .where('key', 'in', ['AccountPolicy', 'GlobalConfig', 'ContainerPolicy'])
    .execute()
  await world.core.settings.fresh()
})
afterAll(() => world.close())

const read = async (): Promise<Config> => (await admin.get<Config>('/api/admin/config')).body
const put = (config: object) => admin.put<{ title: string; field?: string }>('/api/admin/config', config)

const other: Config = {
  accountPolicy: {
    allowRegister: false,
    activeOnRegister: false,
    useCaptcha: true,
    emailConfirmationRequired: true,
    emailDomainList: 'a.example, b.example',
  },
  globalConfig: {
    ...defaultGlobalConfig,
    title: 'Cup',
    slogan: 'Run',
    description: 'Of tea',
    footerInfo: '*foot*',
    customTheme: '#112233',
    apiEncryption: true,
  },
  containerPolicy: {
    autoDestroyOnLimitReached: true,
    maxExerciseContainerCountPerUser: 3,
    defaultLifetime: 7200,
    extensionDuration: 1,
    renewalWindow: 360,
  },
}

describe('the settings', () => {
  it('are these before anybody has changed them, and read again from the store', async () => {
    expect(await read()).toStrictEqual({
      accountPolicy: {
        allowRegister: true,
        activeOnRegister: true,
        useCaptcha: false,
        emailConfirmationRequired: false,
        emailDomainList: '',
      },
      globalConfig: {
        title: 'GZ',
        slogan: 'Hack for fun not for profit',
        description: expect.stringContaining('Pennant'),
        footerInfo: null,
        customTheme: null,
        apiEncryption: false,
        logoHash: null,
        faviconHash: null,
      },
      containerPolicy: {
        autoDestroyOnLimitReached: false,
        maxExerciseContainerCountPerUser: 1,
        defaultLifetime: 120,
        extensionDuration: 120,
        renewalWindow: 10,
      },
    })
    const value = JSON.stringify({ ...defaultGlobalConfig, title: 'By hand' })
    await world.db
      .insertInto('setting')
      .values({ key: 'GlobalConfig', value, updated_at: new Date() })
      .execute()
    expect((await read()).globalConfig.title).toBe('By hand')
  })

  it('are written whole and answered with an empty body', async () => {
    const answer = await put(other)
    expect([answer.status, answer.text]).toEqual([200, ''])
    expect(await read()).toStrictEqual(other)
  })

  it('leave a section alone that is absent or null', async () => {
    await put(other)
    expect((await put({})).status).toBe(200)
    expect((await put({ accountPolicy: null, globalConfig: null, containerPolicy: null })).status).toBe(200)
    expect(await read()).toStrictEqual(other)
  })

  it('keep every member of a section that is left out', async () => {
    await put(other)
    expect((await put({ accountPolicy: {}, globalConfig: {}, containerPolicy: {} })).status).toBe(200)
    expect(await read()).toStrictEqual(other)
    await put({
      accountPolicy: { allowRegister: true },
      globalConfig: { title: 'Only' },
      containerPolicy: { defaultLifetime: 60 },
    })
    expect(await read()).toStrictEqual({
      accountPolicy: { ...other.accountPolicy, allowRegister: true },
      globalConfig: { ...other.globalConfig, title: 'Only' },
      containerPolicy: { ...other.containerPolicy, defaultLifetime: 60 },
    })
  })

  it.each(['description', 'footerInfo', 'customTheme'] as const)('clear %s by null', async (member) => {
    await put(other)
    expect((await put({ globalConfig: { [member]: null } })).status).toBe(200)
    expect(await read()).toStrictEqual({ ...other, globalConfig: { ...other.globalConfig, [member]: null } })
  })

  it('keep what is stored where a member that always has a value is null', async () => {
    await put(other)
    const answer = await put({
      accountPolicy: { allowRegister: null, useCaptcha: null },
      globalConfig: { apiEncryption: null },
      containerPolicy: { defaultLifetime: null, renewalWindow: null, autoDestroyOnLimitReached: null },
    })
    expect(answer.status).toBe(200)
    expect(await read()).toStrictEqual(other)
  })

  it('name the theme color that is none, and take every color that is one', async () => {
    const refused = await put({ globalConfig: { customTheme: 'not a color' } })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { code: 'validation.color', title: 'Theme color must be a color such as #1a2b3c' },
    ])
    for (const customTheme of ['#a1B2c3', '#FFFFFF', '']) {
      expect((await put({ globalConfig: { customTheme } })).status).toBe(200)
      expect((await read()).globalConfig.customTheme).toBe(customTheme)
    }
  })

  it('serve no theme color that was stored before colors were checked', async () => {
    await put({ globalConfig: { customTheme: '#112233' } })
    await sql`
      update setting set value = jsonb_set(value::jsonb, '{customTheme}', '"not a color"')
      where key = 'GlobalConfig'
    `.execute(world.db)
    expect((await read()).globalConfig.customTheme).toBeNull()
    expect((await world.visitor().get('/api/config')).body).toMatchObject({ customTheme: null })
  })

  it('are emptied by an empty text', async () => {
    await put(other)
    const texts = { title: '', slogan: '', description: '', footerInfo: '', customTheme: '' }
    expect((await put({ globalConfig: texts, accountPolicy: { emailDomainList: '' } })).status).toBe(200)
    expect(await read()).toMatchObject({ globalConfig: texts, accountPolicy: { emailDomainList: '' } })
  })

  it('ignore the hashes and what nobody knows', async () => {
    const hashes = { logoHash: 'a'.repeat(64), faviconHash: 'b'.repeat(64) }
    expect(
      (await put({ globalConfig: { title: 'T', ...hashes, apiPublicKey: 'x' }, secret: 1 })).status,
    ).toBe(200)
    expect((await read()).globalConfig).toStrictEqual({ ...defaultGlobalConfig, title: 'T' })
  })

  it.each([
    { globalConfig: { title: null } },
    { globalConfig: { slogan: null } },
    { accountPolicy: { emailDomainList: null } },
    { accountPolicy: { allowRegister: 'often' } },
    { accountPolicy: [] },
    { containerPolicy: { defaultLifetime: 0 } },
    { containerPolicy: { defaultLifetime: 7201 } },
    { containerPolicy: { extensionDuration: 0 } },
    { containerPolicy: { extensionDuration: 7201 } },
    { containerPolicy: { renewalWindow: 0 } },
    { containerPolicy: { renewalWindow: 361 } },
    { containerPolicy: { renewalWindow: 1.5 } },
    { globalConfig: { title: 'a'.repeat(129) } },
    { globalConfig: { description: 'a'.repeat(1025) } },
    ...['not a color', '#12345', '#1234567', '112233', 'red', ' #112233', '#112233;', 'url(//x)', 7].map(
      (customTheme) => ({ globalConfig: { customTheme } }),
    ),
  ])('refuse %j, and all that came with it', async (wrong) => {
    const before = await read()
    const answer = await put({ accountPolicy: { useCaptcha: true }, ...wrong })
    expect(answer.status).toBe(400)
    expect(answer.body.title).not.toBe('')
    expect(await read()).toStrictEqual(before)
  })

  it('take texts as numbers and members in any case, as everywhere', async () => {
    const body = { ContainerPolicy: { DEFAULTLIFETIME: '30', autodestroyonlimitreached: 'true' } }
    expect((await put(body)).status).toBe(200)
    expect((await read()).containerPolicy).toMatchObject({
      defaultLifetime: 30,
      autoDestroyOnLimitReached: true,
    })
  })

  it('lose nothing when the sections are written at the same time', async () => {
    const answers = await Promise.all([
      put({ accountPolicy: other.accountPolicy }),
      put({ globalConfig: other.globalConfig }),
      put({ containerPolicy: other.containerPolicy }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await read()).toStrictEqual(other)
  })

  it('lose nothing when different members are written at the same time', async () => {
    await put(other)
    await Promise.all([
      put({ globalConfig: { title: 'One' } }),
      put({ globalConfig: { slogan: 'Two' } }),
      put({ globalConfig: { footerInfo: null } }),
      put({ containerPolicy: { defaultLifetime: 5 } }),
      put({ containerPolicy: { renewalWindow: 6 } }),
    ])
    expect(await read()).toStrictEqual({
      ...other,
      globalConfig: { ...other.globalConfig, title: 'One', slogan: 'Two', footerInfo: null },
      containerPolicy: { ...other.containerPolicy, defaultLifetime: 5, renewalWindow: 6 },
    })
  })

  it('are of one writer alone when several write all of them', async () => {
    const writers = Array.from({ length: 6 }, (_, at) => ({
      accountPolicy: { emailDomainList: `${at}.example` },
      globalConfig: { title: `${at}` },
      containerPolicy: { defaultLifetime: at + 1 },
    }))
    await Promise.all(writers.map(put))
    const { accountPolicy, globalConfig, containerPolicy } = await read()
    const winner = Number(globalConfig.title)
    expect([accountPolicy.emailDomainList, containerPolicy.defaultLifetime]).toEqual([
      `${winner}.example`,
      winner + 1,
    ])
  })

  it('are for administrators', async () => {
    const monitor = await world.person('Monitor')
    expect((await monitor.get('/api/admin/config')).status).toBe(403)
    expect((await monitor.put('/api/admin/config', {})).status).toBe(403)
    expect((await world.visitor().put('/api/admin/config', {})).status).toBe(401)
    expect((await monitor.delete('/api/admin/config/logo')).status).toBe(403)
  })
})

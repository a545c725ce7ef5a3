import { readFile } from 'node:fs/promises'
import { defaultAccountPolicy } from '@pennant/contract/setting'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit, widths } from '../kit/browser.ts'
import { sampleImage } from '../kit/images.ts'
import { createInstanceSetup, type InstanceSetup } from '../kit/instance-setup.ts'
import {
  expectNoFaults,
  expectNoFaultsAt,
  inspectedOf,
  inspectedWidths,
  logIn,
  type Screen,
} from './screen.ts'

const longWord = 'Donaudampfschifffahrtsgesellschaftskapitaensmuetze'

describe('the screens of administrators', () => {
  let setup: InstanceSetup
  let journeys: Journeys

  beforeAll(async () => {
    setup = await createInstanceSetup({ webRoot: builtClient })
    journeys = await startJourneys(setup.world.origin)
    const { admin, world } = setup
    const crew = Array.from({ length: 120 }, (_, at) => ({
      userName: `sailor${at}`,
      password: 'Passw0rd',
      email: `sailor${at}@harbour.example`,
      realName: at === 7 ? longWord : `Sailor ${at}`,
      ...(at < 6 ? { teamName: `Boat ${at % 2}` } : {}),
    }))
    await admin.post('/api/admin/users', crew)
    await setup.running({ title: longWord })
    await setup.running({ title: 'Echo' })
    await admin.post('/api/tokens', { name: longWord, expiresIn: 30, scopes: ['Read'] })
    await admin.put('/api/admin/config', {
      accountPolicy: { emailConfirmationRequired: true, activeOnRegister: false },
    })
    await world.visitor().post('/api/account/register', {
      userName: 'drifter',
      email: 'drifter@harbour.example',
      password: 'Passw0rd',
    })
    await admin.put('/api/admin/config', { accountPolicy: defaultAccountPolicy })
  })
  afterAll(async () => {
    await journeys.close()
    await setup.close()
  })

  const visitAs = async (width: number = widths.desktop): Promise<Visit> => {
    const visit = await journeys.visit({ width })
    await logIn(visit, setup.admin)
    return visit
  }

  const screens: readonly Screen[] = [
    { name: 'admin-users', path: '/admin/users' },
    { name: 'admin-users-none', path: '/admin/users?q=nobody-at-all' },
    {
      name: 'admin-user',
      path: '/admin/users?q=sailor7',
      act: ({ page }) => page.getByRole('button', { name: 'sailor7', exact: true }).click(),
    },
    {
      name: 'admin-import',
      path: '/admin/users',
      async act({ page }) {
        await page.getByRole('button', { name: 'Import users' }).click()
        await page
          .getByLabel('Or paste a table')
          .fill(`email;shoe;username;team\nann@;1;ann;${longWord}\nsailor1@harbour.example;2;sailor1;Reef`)
        await page.getByText('1 row needs fixing').waitFor()
        await page.getByText('Already exists').first().waitFor()
      },
    },
    { name: 'admin-teams', path: '/admin/teams' },
    {
      name: 'admin-team',
      path: '/admin/teams?q=Boat',
      act: ({ page }) => page.getByRole('button', { name: 'Boat 0', exact: true }).click(),
    },
    { name: 'admin-instances', path: '/admin/instances' },
    { name: 'admin-files', path: '/admin/files' },
    { name: 'admin-logs', path: '/admin/logs' },
    { name: 'admin-mail', path: '/admin/mail' },
    { name: 'admin-tokens', path: '/admin/tokens' },
    {
      name: 'admin-token-new',
      path: '/admin/tokens',
      act: ({ page }) => page.getByRole('button', { name: 'New token' }).click(),
    },
    { name: 'admin-status', path: '/admin/status' },
    { name: 'admin-settings', path: '/admin/settings' },
  ]

  describe.each(Object.entries(inspectedWidths))('on a %s', (_size, width) => {
    let visit: Visit
    beforeAll(async () => {
      visit = await journeys.visit({ width })
      await logIn(visit, setup.admin)
    })
    afterAll(() => visit.close())

    it.each(inspectedOf(screens))('$name has no faults', (screen) =>
      expectNoFaultsAt(visit, screen, { width }),
    )
  })

  it('lets an administrator import users, and hands out the passwords once', async () => {
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/users')
    await page.getByRole('button', { name: 'Import users' }).click()
    const table = page.getByLabel('Or paste a table')
    await table.fill('team,mail,user name\nReef,otto@reef.example,otto\nReef,otto@reef.example,olga')
    await page.getByText('2 rows need fixing').waitFor()
    expect(await page.getByRole('button', { name: 'Create 2 users' }).isDisabled()).toBe(true)
    // Only the server can tell that the two names look alike.
    visit.expectAnswer(400, '/api/admin/users')
    const rows = ['ida@reef.example,ida', 'sailor4@harbour.example,sailor3', 'adm@reef.example,аdmin']
    await table.fill(['mail,user name', ...rows].join('\n'))
    await page.getByRole('button', { name: 'Create 3 users' }).click()
    await page.getByText('2 problems found').waitFor()
    for (const name of ['sailor3', 'аdmin'])
      await page
        .getByRole('dialog')
        .getByRole('row')
        .filter({ hasText: name })
        .locator('span[class*="fault"]')
        .waitFor()
    for (const [size, width] of Object.entries(inspectedWidths)) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoFaults(visit, `staff-admin-users-refused-${size}`)
    }
    await page.setViewportSize({ width: widths.desktop, height: 900 })
    await table.fill('team,mail,user name\nReef,otto@reef.example,otto\nReef,olga@reef.example,olga')
    await page.getByRole('button', { name: 'Create 2 users' }).click()
    await page.getByText('2 passwords were generated').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save passwords as CSV' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    const [, name, , password] = /(otto),(otto@reef\.example),(\S+)/.exec(csv) ?? []
    const answer = await visit.context.request.post('/api/account/login', {
      data: { userName: name, password },
    })
    expect(answer.status()).toBe(200)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('finds, sorts, edits and bans users, with all of it in the address', async () => {
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/users')
    await page.getByRole('navigation', { name: 'Pages' }).getByText('Next').click()
    await page.waitForURL('**/admin/users?page=2')
    await page.getByLabel('Search users').fill('sailor11')
    await page.getByText('11 of 11').waitFor()
    await page.getByRole('button', { name: 'Username' }).click()
    await page.waitForURL(/sort=name/)
    await page.getByRole('button', { name: 'sailor110', exact: true }).click()
    await page.waitForURL(/user=/)
    const ada = new URL(page.url()).searchParams.get('user') ?? ''
    await page.getByLabel('Real name').fill('Ada of the Sea')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Ada of the Sea').waitFor()
    await page.getByLabel('Select sailor111', { exact: true }).check()
    await page.getByLabel('Select sailor112', { exact: true }).check()
    await page.getByRole('button', { name: 'Ban', exact: true }).click()
    await page.getByLabel('Type “2” to confirm').fill('2')
    await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
    await page.getByText('2 users banned').waitFor()
    await page.getByLabel('Role').selectOption('Banned')
    await page.getByText('2 of 2').waitFor()
    // A link opens its user on any page of the list.
    await page.goto(`/admin/users?role=Banned&user=${ada}`)
    await expect.poll(() => page.getByLabel('Real name').inputValue()).toBe('Ada of the Sea')
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('extends and destroys instances, which are named before', async () => {
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/instances')
    await page.getByLabel('Challenge').selectOption({ label: 'Echo' })
    await page.getByText('1 of 2').waitFor()
    await page.getByRole('button', { name: 'Extend' }).click()
    await page.getByText('Instance extended').waitFor()
    await page.getByRole('row').last().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('dialog').getByText('· Echo').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click()
    await page.getByText('1 instance stopped').waitFor()
    await page.getByText('No results for these filters').or(page.getByText('1 of 1')).first().waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('shows the log as it is written, holds it when asked to, and finds in it', async () => {
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/logs')
    await page.getByText('Live', { exact: true }).waitFor()
    const note = (name: string) => setup.admin.post('/api/admin/status/backup', { name })
    await note('first-of-all')
    await page.getByText('first-of-all').waitFor()
    await page.getByRole('button', { name: 'Pause' }).click()
    await note('second-of-all')
    await page.getByText('1 new').waitFor()
    await expect.poll(() => page.getByText('second-of-all').count()).toBe(0)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('second-of-all').waitFor()
    await page.getByLabel('Search messages').fill('first-of-all')
    await page.getByText('1 record', { exact: true }).waitFor()
    await expect.poll(() => page.getByText('second-of-all').count()).toBe(0)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('saves a section of the settings, and asks before what is not saved is left', async () => {
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/settings')
    const section = page.getByRole('region', { name: 'Container policy' })
    await section.getByLabel('Default lifetime').fill('9999')
    await section.getByText('Unsaved changes').waitFor()
    await section.getByRole('button', { name: 'Save' }).click()
    await section.getByText('Enter a number from 1 to 7200').waitFor()
    await section.getByLabel('Default lifetime').fill('90')
    await page.getByRole('link', { name: 'Teams', exact: true }).last().click()
    await page.getByRole('button', { name: 'Stay' }).click()
    await section.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved', { exact: true }).waitFor()
    const { body } = await setup.admin.get<{ containerPolicy: object }>('/api/admin/config')
    expect(body.containerPolicy).toMatchObject({ defaultLifetime: 90, extensionDuration: 120 })
    const accounts = page.getByRole('region', { name: 'Account policy' })
    await accounts.getByLabel('Allowed email domains').fill('@Reef.example, localhost')
    await accounts.getByRole('button', { name: 'Save' }).click()
    await accounts.getByText('Not valid domains: localhost').waitFor()
    await accounts.getByLabel('Allowed email domains').fill('@Reef.example, harbour.example')
    await accounts.getByRole('button', { name: 'Save' }).click()
    await accounts.getByText('Unsaved changes').waitFor({ state: 'detached' })
    await expect
      .poll(() => accounts.getByLabel('Allowed email domains').inputValue())
      .toBe('reef.example\nharbour.example')
    await page.getByRole('link', { name: 'Status', exact: true }).click()
    await page.getByRole('heading', { name: 'Status' }).waitFor()
    await page.getByRole('button', { name: 'Test storage' }).click()
    await page.getByText(/^Working/).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('makes a token that is shown once and opens what it says', async () => {
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name').fill('wall board')
    await page.getByRole('button', { name: 'Create' }).click()
    const example = (await page.locator('code').last().textContent()) ?? ''
    const [, token = ''] = /Bearer ([^']+)'/.exec(example) ?? []
    const asked = await fetch(`${setup.world.origin}/api/admin/users`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(asked.status).toBe(200)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
    const row = page.getByRole('row').filter({ hasText: 'wall board' })
    await row.getByRole('button', { name: 'Revoke' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await row.getByText('Revoked').waitFor()
    await row.getByRole('button', { name: 'Restore' }).click()
    await row.getByText('Active').waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('stores files and a logo, says what holds them, and gives them up again', async () => {
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/files')
    await page.getByRole('button', { name: 'Upload files' }).click()
    await page
      .getByLabel('Choose files')
      .setInputFiles([{ name: 'chart.txt', mimeType: 'text/plain', buffer: Buffer.from('here be dragons') }])
    await page.getByText('1 file uploaded').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.goto('/admin/settings')
    const logo = page.getByRole('region', { name: 'Logo' })
    await logo
      .getByLabel('Choose an image')
      .setInputFiles([{ name: 'pennant.png', mimeType: 'image/png', buffer: await sampleImage('png') }])
    await logo.getByText('16 px').waitFor()
    await logo.getByRole('button', { name: 'Save' }).click()
    await logo.getByRole('button', { name: 'Use built-in logo' }).waitFor()
    await page.goto('/admin/files')
    await page
      .getByRole('link', { name: /^Logo:/ })
      .first()
      .waitFor()
    const row = page.getByRole('row').filter({ hasText: 'chart.txt' })
    await row.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Reference removed').waitFor()
    await row.waitFor({ state: 'detached' })
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})

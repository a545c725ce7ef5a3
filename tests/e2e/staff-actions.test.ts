import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { ContainerInstance } from '@pennant/contract/instance'
import { defaultAccountPolicy } from '@pennant/contract/setting'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys, type Visit } from '../kit/browser.ts'
import { insertWriteup } from '../kit/factories.ts'
import { sampleImage } from '../kit/images.ts'
import { createInstanceSetup, type InstanceSetup } from '../kit/instance-setup.ts'
import type { OpenTeam } from '../kit/open-game.ts'
import { createOrganizer, type Organizer } from '../kit/organizer.ts'
import { realPdf } from '../kit/real-pdf.ts'
import { unpackTar } from '../kit/tar.ts'
import { readWorkbook } from '../kit/workbook.ts'
import { expectNoFaults, logIn } from './screen.ts'

describe('what staff can do', () => {
  let setup: InstanceSetup
  let journeys: Journeys
  let organizer: Organizer
  let crew: OpenTeam
  let buoy: { id: number }

  beforeAll(async () => {
    setup = await createInstanceSetup({ webRoot: builtClient, game: { title: 'Regatta' } })
    const { world, open, admin } = setup
    organizer = await createOrganizer(world, admin)
    for (const title of ['Echo', 'Foxtrot', 'Golf']) await setup.running({ title })
    buoy = await open.challenge({
      title: 'Buoy',
      type: 'DynamicContainer',
      enable_traffic_capture: true,
      flags: [],
    })
    const tide = await open.challenge({ title: 'Tide', flags: ['flag{tide}'] })
    crew = await open.team({ name: 'Crabs' })
    await open.submit(crew.player, tide, '=1+1')
    await open.submit(crew.player, tide, 'flag{tide}')
    await insertWriteup(world, crew.participation, { bytes: realPdf(['How it was done']) })
    for (const each of [1, 2]) {
      const bytes = gzipSync(`capture ${each}`)
      const key = `capture/${buoy.id}/${crew.participation.id}/aaaaaaaaaaaa-${each}.pcap.gz`
      await world.adapters.blobs.put(key, Readable.from([bytes]), bytes.length)
    }
    await open.changed()
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await setup.close()
  })

  const visitAs = async (): Promise<Visit> => {
    const visit = await journeys.visit()
    await logIn(visit, setup.admin)
    return visit
  }
  /** The top one. */
  const dialog = (page: Page) => page.getByRole('dialog').last()
  const bulk = (page: Page, name: string) =>
    page.getByRole('region', { name: /selected/ }).getByRole('button', { name, exact: true })
  const taken = async (page: Page, button: string): Promise<{ name: string; bytes: Buffer }> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
  }
  /** Files by path, without the top folder. */
  const unpacked = async (bytes: Buffer): Promise<Map<string, Buffer>> =>
    new Map((await unpackTar(bytes)).map((file) => [file.name.replace(/^[^/]*\//, ''), file.bytes]))

  it('reads the log of an instance, extends all and destroys some', async () => {
    const running = async (): Promise<ContainerInstance[]> =>
      (await setup.admin.get<{ data: ContainerInstance[] }>('/api/admin/instances')).body.data
    const before = await running()
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/instances')
    await page.getByRole('button', { name: 'Log', exact: true }).first().click()
    await dialog(page).locator('pre').getByText('the last', { exact: false }).waitFor()
    await expectNoFaults(visit, 'staff-instance-log')
    await page.keyboard.press('Escape')

    await page.getByLabel('Select all').check()
    await bulk(page, 'Extend').click()
    await page.getByText('3 instances extended').waitFor()
    const stops = new Map(before.map(({ containerGuid, expectStopAt }) => [containerGuid, expectStopAt]))
    for (const { containerGuid, expectStopAt } of await running())
      expect(expectStopAt).toBeGreaterThan(stops.get(containerGuid) ?? Number.POSITIVE_INFINITY)

    for (const title of ['Echo', 'Golf'])
      await page
        .getByRole('row', { name: new RegExp(title) })
        .getByRole('checkbox')
        .check()
    await bulk(page, 'Stop').click()
    await page.getByRole('dialog', { name: 'Stop 2 instances?' }).getByText('· Golf').waitFor()
    await expectNoFaults(visit, 'staff-instances-stop')
    await dialog(page).getByRole('button', { name: 'Stop' }).click()
    await page.getByText('2 instances stopped').waitFor()
    await page.getByText('1 of 1').waitFor()
    expect((await running()).map(({ challenge }) => challenge?.title)).toEqual(['Foxtrot'])
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('reads a mail that nobody sends, and deletes it and the rest', async () => {
    const { admin, world } = setup
    await admin.put('/api/admin/config', {
      accountPolicy: { emailConfirmationRequired: true, activeOnRegister: false },
    })
    for (const userName of ['drifter', 'floater', 'wader'])
      await world.visitor().post('/api/account/register', {
        userName,
        email: `${userName}@harbour.example`,
        password: 'Passw0rd',
      })
    await admin.put('/api/admin/config', { accountPolicy: defaultAccountPolicy })
    const visit = await visitAs()
    const { page } = visit
    await page.goto('/admin/mail')
    const row = page.getByRole('row').filter({ hasText: 'floater@harbour.example' })
    await row.getByRole('button', { name: 'Open' }).click()
    await dialog(page).getByText('/account/verify?token=', { exact: false }).waitFor()
    await expectNoFaults(visit, 'staff-mail-open')
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('dialog', { name: 'Delete 1 email?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await row.waitFor({ state: 'detached' })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByLabel('Select all').check()
    await bulk(page, 'Delete').click()
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No emails waiting').waitFor()
    expect((await admin.get('/api/admin/outbox')).body).toMatchObject({ total: 0 })
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('takes write-ups, traffic and sheets home, under the names that it is told', async () => {
    const visit = await visitAs()
    const { page, expectAnswer } = visit
    await page.goto(`/admin/games/${setup.open.game.id}/writeups`)
    const writeups = await taken(page, 'Download all')
    expect(writeups.name).toMatch(/^Writeups-Regatta-.*\.tar\.gz$/)
    await page.getByText(writeups.name).waitFor()
    expect([...(await unpacked(writeups.bytes)).values()].map((one) => one.toString('latin1', 0, 5))).toEqual(
      ['%PDF-'],
    )

    const monitor = `/games/${setup.open.game.id}/monitor`
    await page.goto(monitor)
    const board = await taken(page, 'Scoreboard (XLSX)')
    const [first, ...others] = readWorkbook(board.bytes).rows.slice(1)
    expect(first?.slice(0, 3)).toEqual([1, 'Crabs', crew.player.userName])
    expect(others).toHaveLength(3)
    await page.goto(`${monitor}/submissions`)
    const submissions = readWorkbook((await taken(page, 'Export XLSX')).bytes).rows
    expect(submissions.slice(1).map((row) => row[5])).toEqual(expect.arrayContaining(['=1+1', 'flag{tide}']))

    await page.goto(`${monitor}/traffic?challenge=${buoy.id}&team=${crew.participation.id}`)
    const captures = await unpacked((await taken(page, 'Download all')).bytes)
    expect([...captures.keys()].toSorted()).toEqual(['aaaaaaaaaaaa-1.pcap.gz', 'aaaaaaaaaaaa-2.pcap.gz'])
    await page.getByRole('button', { name: 'Delete all' }).click()
    await dialog(page).getByText('2 captures of “Crabs”', { exact: false }).waitFor()
    await expectNoFaults(visit, 'staff-captures-delete')
    // The server answers 404 for a challenge without captures, and the page shows an empty list.
    expectAnswer(404, `/api/game/captures/${buoy.id}`)
    await dialog(page).getByRole('button', { name: 'Delete' }).click()
    await page.getByText('No files yet').waitFor()
    await page.getByRole('link', { name: /Crabs/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: /Buoy.*0 teams/ }).waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('gives flags links and files, and a challenge one attachment after the other', async () => {
    const { open, admin } = setup
    const bottle = await open.challenge({
      title: 'Bottle',
      type: 'DynamicAttachment',
      is_enabled: false,
      flags: [],
    })
    const base = `/admin/games/${open.game.id}/challenges`
    const visit = await visitAs()
    const { page } = visit
    await page.goto(`${base}/${bottle.id}/flags`)
    const lines = page.getByLabel('Flag and link, one pair per line')
    await lines.fill(
      'flag{a} https://files.example/a\nflag{b}\nflag{c} javascript:alert(1)\nflag{a} https://files.example/x',
    )
    await page.getByText('3 lines will be skipped').waitFor()
    await expectNoFaults(visit, 'staff-flags-linked')
    await page.getByRole('button', { name: 'Add 1 flag' }).click()
    await page.getByRole('heading', { name: '1 flag', exact: true }).waitFor()
    const file = (name: string, text: string) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    })
    await lines.fill('')
    await page
      .getByLabel('Or load flags from a text file')
      .setInputFiles(
        file('lines.txt', 'flag{d} https://files.example/d\r\nflag{e}\thttps://files.example/e\r\n'),
      )
    await page.getByRole('button', { name: 'Add 2 flags' }).click()
    await page.getByRole('heading', { name: '3 flags' }).waitFor()
    await page.getByLabel('Choose files').setInputFiles([file('flag{f}.txt', 'f'), file('flag{a}.txt', 'a')])
    await page.getByRole('button', { name: 'Upload 1 file' }).click()
    await page.getByRole('heading', { name: '4 flags' }).waitFor()
    // Lines that can't be imported are gone once the selection is cleared.
    await page.getByText('1 line will be skipped').waitFor()
    await page.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByText('1 line will be skipped').waitFor({ state: 'detached' })
    const { flags } = (await organizer.read(open.game.id, bottle.id)).body
    expect(flags.map(({ flag, attachment }) => `${flag} ${attachment?.type}`).toSorted()).toEqual([
      'flag{a} Remote',
      'flag{d} Remote',
      'flag{e} Remote',
      'flag{f} Local',
    ])

    const plain = await open.challenge({ title: 'Plain', is_enabled: false })
    const attached = async () => (await organizer.read(open.game.id, plain.id)).body.attachment
    await page.goto(`${base}/${plain.id}/flags`)
    await page.getByRole('radio', { name: 'Link' }).check({ force: true })
    await page.getByLabel('File link').fill('https://files.example/z.zip')
    await page.getByRole('button', { name: 'Save link' }).click()
    await expect.poll(attached).toMatchObject({ type: 'Remote', url: 'https://files.example/z.zip' })
    await page.getByRole('radio', { name: 'File' }).check({ force: true })
    await page.getByLabel('Choose a file').setInputFiles(file('hand out ü.txt', 'hello'))
    await page.getByRole('link', { name: 'hand out ü.txt' }).waitFor()
    const local = await attached()
    expect(local).toMatchObject({ type: 'Local', fileSize: 5 })
    expect((await admin.get(local?.url ?? '')).text).toBe('hello')
    await page.getByRole('radio', { name: 'None' }).check({ force: true })
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect.poll(attached).toBe(null)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('refuses what is no picture, resets the logo, and deletes a game whose name is typed', async () => {
    const { open, admin } = setup
    const visit = await visitAs()
    const { page, expectAnswer } = visit
    const icon = async (): Promise<string> => (await admin.get('/favicon.webp')).text
    const builtIn = await icon()
    await page.goto('/admin/settings')
    const logo = page.getByRole('region', { name: 'Logo' })
    const choose = async (bytes: Buffer): Promise<void> => {
      const chosen = { name: 'pennant.png', mimeType: 'image/png', buffer: bytes }
      await logo.getByLabel('Choose an image').setInputFiles(chosen)
      await logo.getByRole('button', { name: 'Save' }).click()
    }
    expectAnswer(400, '/api/admin/config/logo')
    await choose(Buffer.from('no picture'))
    await logo.getByText('The file isn’t a supported image.', { exact: false }).waitFor()
    await logo.getByText('Using the built-in logo.').waitFor()
    await choose(await sampleImage('png'))
    await logo.getByRole('button', { name: 'Use built-in logo' }).click()
    expect(await icon()).not.toBe(builtIn)
    await dialog(page).getByRole('button', { name: 'Use built-in logo' }).click()
    await logo.getByText('Using the built-in logo.').waitFor()
    expect(await icon()).toBe(builtIn)

    const division = await open.division('Guests')
    await page.goto(`/admin/games/${open.game.id}/divisions`)
    await page.getByRole('button', { name: 'Delete Guests' }).click()
    await page
      .getByRole('dialog', { name: 'Delete “Guests”?' })
      .getByRole('button', { name: 'Delete' })
      .click()
    await page.getByText('No divisions').waitFor()
    expect((await admin.delete(`/api/edit/games/${open.game.id}/divisions/${division.id}`)).status).toBe(404)

    await page.goto('/admin/games')
    await page.getByRole('button', { name: 'Delete “Regatta”' }).click()
    await dialog(page).getByRole('textbox').fill('Regata')
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('textbox').fill('Regatta')
    await page.keyboard.press('Enter')
    await page.getByText('No games yet').waitFor()
    expect((await admin.get(`/api/edit/games/${open.game.id}`)).status).toBe(404)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })
})

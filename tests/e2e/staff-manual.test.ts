import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { expectReadable, logIn, writtenIn } from './screen.ts'

describe('what the organizer’s manual says', () => {
  let world: World
  let journeys: Journeys
  let admin: Person
  let open: OpenGame

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    admin = await world.person('Admin')
    open = await createOpenGame(world, {
      title: 'Regatta',
      start_at: new Date(Date.UTC(2026, 5, 1, 7)),
      end_at: new Date(Date.UTC(2026, 5, 3, 7)),
    })
    await createOpenGame(world, { title: 'Night sail' })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const visitAdmin = async () => {
    const visit = await journeys.visit({ timeZone: 'Asia/Tokyo' })
    await logIn(visit, admin)
    return visit
  }

  it('of keys: one leads to the search, others through the table and into a row', async () => {
    const visit = await visitAdmin()
    const { page } = visit
    await page.goto('/admin/games')
    await page.getByText('2 of 2').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('regatta')
    await page.getByText('1 of 2').waitFor()
    expect(new URL(page.url()).searchParams.get('q')).toBe('regatta')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press('j')
    await page.locator('[data-row]:focus', { hasText: 'Regatta' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/games/${open.game.id}`)
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it('of times: a field shows them in the zone of the reader and in UTC', async () => {
    const visit = await visitAdmin()
    const { page } = visit
    await page.goto(`/admin/games/${open.game.id}/info`)
    await page.getByText('Jun 1, 2026, 16:00 GMT+9').waitFor()
    await page.getByText('Jun 1, 2026, 07:00 UTC').waitFor()
    expect(visit.faults()).toEqual([])
    await visit.close()
  })

  it.each(['paste', 'drop'] as const)(
    'of files: a %s into a description stores and links them',
    async (way) => {
      const visit = await visitAdmin()
      const { page } = visit
      await page.goto(`/admin/games/${open.game.id}/info`)
      const text = page.getByLabel('Description', { exact: true })
      await text.fill('')
      await text.evaluate((box, kind) => {
        const carried = new DataTransfer()
        carried.items.add(new File(['tide table'], `${kind}ed.txt`, { type: 'text/plain' }))
        const how = { bubbles: true, cancelable: true }
        box.dispatchEvent(
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...how, clipboardData: carried })
            : new DragEvent('drop', { ...how, dataTransfer: carried }),
        )
      }, way)
      await expect
        .poll(() => writtenIn(text))
        .toMatch(new RegExp(`^\\[${way}ed\\.txt\\]\\(/assets/[0-9a-f]{64}/`))
      const [, path = ''] = /\((.*)\)/.exec(await writtenIn(text)) ?? []
      expect((await admin.get(path)).text).toBe('tide table')
      expect(visit.faults()).toEqual([])
      await visit.close()
    },
  )

  it('of imports: one that is on its way is given up, and leaves nothing', async () => {
    const visit = await visitAdmin()
    const { page, context } = visit
    await page.goto('/admin/games')
    await page.getByText('2 of 2').waitFor()
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 100_000,
    })
    await page.getByRole('button', { name: 'Import game' }).click()
    const dialog = page.getByRole('dialog')
    const buffer = Buffer.alloc(5_000_000, 1)
    await dialog
      .getByLabel('Choose a package')
      .setInputFiles({ name: 'slow.zip', mimeType: 'application/zip', buffer })
    await dialog.getByText('Uploading slow.zip').waitFor()
    await expectReadable(page, 'staff-game-uploading')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.getByLabel('Choose a package').waitFor({ state: 'attached' })
    expect(await dialog.locator('[data-alert]').count()).toBe(0)
    expect((await admin.get<{ total: number }>('/api/edit/games')).body).toMatchObject({ total: 2 })
    await visit.close()
  })
})

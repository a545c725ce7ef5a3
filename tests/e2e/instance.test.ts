import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { builtClient, type Journeys, startJourneys, widths } from '../kit/browser.ts'
import { createInstanceSetup, type InstanceSetup } from '../kit/instance-setup.ts'
import { hearRegions } from '../kit/live-regions.ts'
import { expectAccessible, logIn } from './screen.ts'

const minute = 60_000

describe('an instance', () => {
  let setup: InstanceSetup
  let journeys: Journeys
  beforeAll(async () => {
    setup = await createInstanceSetup({ webRoot: builtClient, game: { title: 'Regatta' } })
    journeys = await startJourneys(setup.world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await setup.close()
  })

  it('is started by a double click, not canceled by its second half', async () => {
    const { player } = await setup.team()
    const challenge = await setup.challenge({ title: 'Sluice' })
    const visit = await journeys.visit({ width: widths.desktop })
    const { page } = visit
    await logIn(visit, player)
    await page.goto(`/games/${setup.open.game.id}/challenges?challenge=${challenge.id}`)
    const start = page.getByRole('button', { name: 'Start instance' })
    await start.scrollIntoViewIfNeeded()
    const box = await start.boundingBox()
    if (box === null) throw new Error('There is no button to start it')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(`/container/${challenge.id}`)) asked.push(request.method())
    })
    const release = setup.fakeContainers.hold()
    onTestFinished(release)
    const at = { x: box.x + box.width - 20, y: box.y + box.height / 2 }
    await page.mouse.click(at.x, at.y)
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await cancel.waitFor()
    expect(
      await cancel.evaluate((button, { x, y }) => button.contains(document.elementFromPoint(x, y)), at),
    ).toBe(true)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    release()
    await page.getByText('Time left').waitFor()
    expect(asked).toEqual(['POST'])
    await visit.close()
  })

  it('that ends on its own says why in its challenge at once, after a reload, and in the language of the page', async () => {
    const { player, challenge, row } = await setup.running({ title: 'Leaky' })
    const path = `/games/${setup.open.game.id}/challenges?challenge=${challenge.id}`
    const visit = await journeys.visit({ width: widths.phone })
    const { page } = visit
    await logIn(visit, player)
    await page.goto(path)
    await page.getByText('Time left').waitFor()
    setup.fakeContainers.vanish(row.runtime_id ?? '', {
      removed: false,
      end: { reason: 'OutOfMemory', exitCode: 137 },
    })
    await page.getByText('Your instance ran out of memory').waitFor()
    await page.getByText('Exit code: 137').waitFor()
    await expectAccessible(page, 'instance-end-phone')
    await page.setViewportSize({ width: widths.desktop, height: 900 })
    await page.reload()
    await page.getByText('Your instance ran out of memory').waitFor()
    await expectAccessible(page, 'instance-end-desktop')
    setup.later()
    await page.getByRole('button', { name: 'Start instance' }).click()
    await page.getByText('Time left').waitFor()
    expect(await page.getByText('Your instance ran out of memory').count()).toBe(0)
    await visit.close()

    const german = await journeys.visit({ width: widths.desktop, language: 'de-DE' })
    await logIn(german, player)
    const [again] = (await setup.rows(challenge)).filter(({ status }) => status === 'Running')
    setup.fakeContainers.vanish(again?.runtime_id ?? '', {
      removed: false,
      end: { reason: 'Exited', exitCode: 1 },
    })
    await german.page.goto(path)
    await german.page.getByText('Deine Instanz hat sich von selbst beendet').waitFor()
    await german.page.getByText('Exit-Code: 1').waitFor()
    await german.close()
  })

  it('ends later when it is extended, which is said with the time that is left', async () => {
    const { admin } = setup
    await admin.put('/api/admin/config', { containerPolicy: { renewalWindow: 360 } })
    const { player, challenge } = await setup.running({ title: 'Leaky' })
    const visit = await journeys.visit({ width: widths.phone })
    const { page } = visit
    await logIn(visit, player)
    await page.goto(`/games/${setup.open.game.id}/challenges?challenge=${challenge.id}`)
    await page.getByText('Time left').waitFor()
    const heard = await hearRegions(page)
    await page.getByRole('button', { name: 'Extend' }).click()
    await expect.poll(heard).toEqual([expect.stringMatching(/^polite: Time left\. (4 hr|3 hr 59 min)$/)])
    await admin.put('/api/admin/config', { containerPolicy: { renewalWindow: 10 } })
    await visit.close()
  })

  it('is said to end soon where its challenge is not open', async () => {
    const { player, challenge } = await setup.running({ title: 'Leaky' })
    const path = `/games/${setup.open.game.id}/challenges`
    const visit = await journeys.visit({ width: widths.phone })
    const { page } = visit
    await logIn(visit, player)
    await page.clock.install()
    await page.goto(`${path}?challenge=${challenge.id}`)
    await page.getByText('Time left').waitFor()
    const soon = page
      .getByRole('region', { name: 'Notifications' })
      .getByText('Your instance of “Leaky” expires soon')
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.locator('[data-challenge]').first().waitFor()
    await page.clock.fastForward(100 * minute)
    expect(await soon.count()).toBe(0)
    await page.clock.fastForward(15 * minute)
    await soon.waitFor()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('link', { name: 'Open' }).click()
    await page.getByText('Time left').waitFor()
    await visit.close()
  })

  it.each(['with an instance', 'without one'])(
    'is not shown any longer to a team that is suspended %s meanwhile',
    async (what) => {
      const { player, participation, challenge } =
        what === 'without one'
          ? { ...(await setup.team()), challenge: await setup.challenge() }
          : await setup.running()
      const visit = await journeys.visit({ width: widths.phone })
      const { page } = visit
      const game = `/api/game/${setup.open.game.id}`
      for (const path of [`${game}/details`, `${game}/challenges/${challenge.id}`])
        visit.expectAnswer(400, path)
      await logIn(visit, player)
      await page.goto(`/games/${setup.open.game.id}/challenges?challenge=${challenge.id}`)
      await page.locator('#challenge-panel').getByLabel('Flag', { exact: true }).waitFor()
      await setup.admin.put(`/api/admin/participation/${participation.id}`, { status: 'Suspended' })
      await page.getByText('Your team is suspended').waitFor()
      expect(await page.getByRole('dialog').count()).toBe(0)
      await visit.close()
    },
  )
})

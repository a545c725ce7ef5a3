import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityFaults,
  builtClient,
  type Journeys,
  overflow,
  screenshot,
  startJourneys,
  type Visit,
  widths,
} from '../kit/browser.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'
import { textsIn } from './texts.ts'

const t = textsIn('ja-JP')

describe('a player who reads Japanese, on a phone in the sun', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta', accept_without_review: true })
    await open.challenge({
      title: 'Lighthouse',
      category: 'Web',
      content: '光は**どこ**から来るのか。',
      flags: ['flag{fresnel}'],
      hints: ['上を見る'],
    })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const expectNoFaults = async ({ page, faults }: Visit, name: string): Promise<void> => {
    await screenshot(page, `japanese-${name}`)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
    expect(faults()).toEqual([])
  }
  const register = async (page: Page): Promise<void> => {
    await page.getByLabel(t('account.email'), { exact: true }).fill('kai@players.example')
    await page.getByLabel(t('account.userName'), { exact: true }).fill('kai')
    await page.getByLabel(t('account.password'), { exact: true }).fill('Passw0rd')
    await page.getByLabel(t('account.repeatPassword'), { exact: true }).fill('Passw0rd')
    await page.keyboard.press('Enter')
    await page.getByText(t('notice.registered', { name: 'kai' })).waitFor()
  }

  it('registers, makes a team, joins the game and solves a challenge', async () => {
    const visit = await journeys.visit({ width: widths.phone, scheme: 'light', language: 'ja-JP' })
    const { page } = visit
    await page.goto('/account/register')
    await page.getByRole('heading', { name: t('register.heading') }).waitFor()
    await expectNoFaults(visit, 'register')
    await register(page)

    await page.goto(`/games/${open.game.id}`)
    await page.getByRole('link', { name: t('entrance.join') }).click()
    await page.getByRole('textbox', { name: t('team.name') }).fill('かもめ')
    await page.keyboard.press('Enter')
    await page.getByText(t('share.members_other', { count: 1 })).waitFor()
    await expectNoFaults(visit, 'team')
    await page.getByRole('link', { name: t('join.title', { game: 'Regatta' }) }).click()
    await page.getByRole('button', { name: t('entrance.join') }).click()
    const card = page.getByRole('link', { name: /Lighthouse/ })
    await card.getByText(t('challenge.solves_other', { count: 0 })).waitFor()
    await expectNoFaults(visit, 'challenges')
    await card.click()

    const panel = page.getByRole('dialog', { name: 'Lighthouse' })
    const box = panel.getByLabel(t('flag.label'), { exact: true })
    await panel.getByText(t('challenge.hintOf', { number: 1, all: 1 })).waitFor()
    await box.fill('flag{mirror}')
    await box.press('Enter')
    await panel.getByText(t('flag.wrong'), { exact: true }).waitFor()
    await box.fill('flag{fresnel}')
    await box.press('Enter')
    await panel.getByRole('heading', { name: t('blood.first') }).waitFor()
    await panel.getByText(t('attempts.title_other', { count: 2 })).waitFor()
    await expectNoFaults(visit, 'solved')
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ja-JP')
    await visit.close()
  })
})

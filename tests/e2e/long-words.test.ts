import { type Language, languages } from '@pennant/contract/enums'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { builtClient, type Journeys, startJourneys, widths } from '../kit/browser.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type Person, type World } from '../kit/world.ts'
import { goTo, logIn } from './screen.ts'
import { textsIn } from './texts.ts'

const tried = byBreadth<readonly Language[]>(['de-DE'], ['de-DE', 'es-ES', 'fr-FR', 'ru-RU'], languages)

describe('on a phone, in a language of long words', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame
  let admin: Person

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient, settings: { PLATFORM__TITLE: 'Harbour' } })
    open = await createOpenGame(world, { title: 'Regatta' })
    admin = await world.person('Admin')
    const division = await open.division('Open')
    const { player } = await open.team({ name: 'Sea Urchins', division })
    await open.challenge({ title: 'Tide', category: 'Pwn' })
    const buoy = await open.challenge({ title: 'Buoy', category: 'Web' })
    await open.submit(player, buoy, 'flag{no}')
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  it.each(tried)('the name of the platform is whole beside what visitors can do: %s', async (language) => {
    const visit = await journeys.visit({ width: widths.phone, language })
    await goTo(visit.page, '/')
    const logsIn = textsIn(language)('account.logIn')
    await visit.page.locator('header').getByRole('link', { name: logsIn }).waitFor()
    const cut = await visit.page
      .locator('header a[href="/"] span')
      .evaluateAll(
        (parts) => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
      )
    expect(cut).toBe(0)
    await visit.close()
  })

  it.each(tried)('what fields ask for and what is chosen can be read: %s', async (language) => {
    const visit = await journeys.visit({ width: widths.phone, language })
    await logIn(visit, admin)
    const { id } = open.game
    for (const path of [
      `/games/${id}/scoreboard`,
      `/games/${id}/monitor/submissions`,
      `/admin/games/${id}/challenges`,
      `/admin/games/${id}/review`,
    ]) {
      await goTo(visit.page, path)
      await visit.page.locator('main input[placeholder]').first().waitFor()
      expect.soft(await cutTexts(visit.page), path).toEqual([])
    }
    await visit.close()
  })
})

/** The placeholders and the chosen options that have no room in their fields. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isShown = (field: Element): boolean => field.getClientRects().length > 0
    const inputs = [...document.querySelectorAll<HTMLInputElement>('main input[placeholder]')]
    const placeholders = inputs.filter(isShown).flatMap((input) => {
      input.value = input.placeholder
      const isCut = input.scrollWidth > input.clientWidth
      input.value = ''
      return isCut ? [input.placeholder] : []
    })
    const choices = [...document.querySelectorAll<HTMLSelectElement>('main select')]
      .filter(isShown)
      // A list behind an icon shows no words of its own.
      .filter((select) => getComputedStyle(select).opacity !== '0')
      .flatMap((select) => {
        const roomy = select.cloneNode() as HTMLSelectElement
        roomy.append(...[...select.selectedOptions].map((option) => option.cloneNode(true)))
        roomy.style.cssText = 'position: absolute; width: max-content'
        select.after(roomy)
        const isCut = roomy.offsetWidth > select.offsetWidth
        roomy.remove()
        return isCut ? [select.selectedOptions[0]?.text ?? ''] : []
      })
    return [...placeholders, ...choices]
  })

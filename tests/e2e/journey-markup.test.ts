import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtClient, type Journeys, startJourneys } from '../kit/browser.ts'
import { createOpenGame, type OpenGame } from '../kit/open-game.ts'
import { createWorld, type World } from '../kit/world.ts'

const attacks = [
  '<script>hit("script")</script>',
  '<script src="/static/hit.js"></script>',
  '<img src="data:," onerror="hit(\'image\')">',
  '[a link](javascript:hit("link"))',
  '<a href="JaVa&#9;Script:hit(\'anchor\')">an anchor</a>',
  '<a href="data:text/html,<script>opener.hit(1)</script>">data</a>',
  '<svg onload="hit(\'svg\')"><script>hit("in svg")</script></svg>',
  '<svg><a xlink:href="javascript:hit(1)"><text y="20">svg link</text></a></svg>',
  '<iframe srcdoc="<script>parent.hit(\'frame\')</script>"></iframe>',
  '<object data="javascript:hit(1)"></object><embed src="javascript:hit(1)">',
  '<style>main { display: none }</style><p style="position: fixed; inset: 0">over everything</p>',
  '<form action="javascript:hit(1)"><button>send</button><input autofocus onfocus="hit(\'focus\')"></form>',
  '<details open ontoggle="hit(\'toggle\')"><summary>more</summary>less</details>',
  '<math><mtext><table><mglyph><style><img src="data:," onerror="hit(\'math\')"></style></table></mtext></math>',
  '<base href="https://elsewhere.example/"><meta http-equiv="refresh" content="0;url=/elsewhere">',
  '$\\href{javascript:hit(1)}{formula}$ and $\\htmlStyle{position:fixed}{x}$',
  '```"><img src=data:, onerror=hit("code")>\ncode\n```',
]
const formulas = 'One is $x^2$, one is broken: $\\frac{1$, and one is $y^3$. **The end.**'
const text = `${attacks.join('\n\n')}\n\n${formulas}`

describe('a text that means harm', () => {
  let world: World
  let journeys: Journeys
  let open: OpenGame

  beforeAll(async () => {
    world = await createWorld({ webRoot: builtClient })
    open = await createOpenGame(world, { title: 'Regatta', content: text })
    journeys = await startJourneys(world.origin)
  })
  afterAll(async () => {
    await journeys.close()
    await world.close()
  })

  const visit = async () => {
    const one = await journeys.visit()
    await one.context.addInitScript(() => {
      const hits: string[] = []
      Object.assign(window, { hits, hit: (what: string) => void hits.push(what) })
    })
    return one
  }
  /** Elements left on the page that could run something, and effects of what ran. */
  const harm = (page: Page): Promise<unknown[]> =>
    page.evaluate(() => {
      const places = document.querySelectorAll('[data-extent] *')
      const harmful = [...places].filter(
        (element) =>
          /^(script|iframe|object|embed|form|style|base|meta|svg|link)$/i.test(element.tagName) ||
          [...element.attributes].some(
            ({ name, value }) =>
              name.startsWith('on') || name === 'style' || /^\s*(java\s*script|data:text)/i.test(value),
          ),
      )
      return [...harmful.map(({ outerHTML }) => outerHTML), ...(Reflect.get(window, 'hits') as unknown[])]
    })
  /** Browsers report what the policy forbids as soon as the sanitizer parses it. */
  const ownFaults = (faults: readonly string[]): string[] =>
    faults.filter((fault) => !fault.includes('violates the following Content Security Policy'))
  const expectHarmless = async (page: Page, places: number): Promise<void> => {
    const formulasOf = () => page.locator('math').count()
    await expect.poll(formulasOf, { timeout: 10_000 }).toBeGreaterThanOrEqual(2 * places)
    await expect.poll(() => page.locator('[data-broken]').count()).toBe(places)
    expect(await page.locator('[data-broken]').first().innerText()).toBe('\\frac{1')
    await expect.poll(() => page.locator('strong', { hasText: 'The end.' }).count()).toBe(places)
    // A reader may click everything.
    for (const link of await page.locator('[data-extent] a:not([href^="http"])').all())
      await link.click({ timeout: 2_000 })
    expect(await harm(page)).toEqual([])
    expect(page.context().pages()).toHaveLength(1)
    expect(await page.locator('main').isVisible()).toBe(true)
  }

  it('does nothing as a post, and one broken formula leaves the rest', async () => {
    const admin = await world.person('Admin')
    const { body: id } = await admin.post<string>('/api/edit/posts', {
      title: 'Storm',
      summary: 'A storm',
      content: text,
    })
    const { page, faults, close } = await visit()
    await page.goto(`/posts/${id}`)
    await expectHarmless(page, 1)
    expect(ownFaults(faults())).toEqual([])
    await close()
  })

  it('does nothing in a game, in a challenge or in its hints', async () => {
    const { player } = await open.team()
    const hints = [`${attacks.join(' ')} ${formulas}`]
    const challenge = await open.challenge({ title: 'Reef', content: text, hints })
    const { page, context, faults, close } = await visit()
    await context.request.post('/api/account/login', {
      data: { userName: player.userName, password: player.password },
    })
    await page.goto(`/games/${open.game.id}`)
    await expectHarmless(page, 1)
    // Compatible clients write such links.
    await page.goto(`/games/${open.game.id}/challenges#${challenge.id}-some-title`)
    await page.getByText('Hint 1 of 1').click()
    await expectHarmless(page, 2)
    expect(ownFaults(faults())).toEqual([])
    await close()
  })
})

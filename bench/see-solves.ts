import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { watchCalm } from './calm.ts'
import { bareCopyOf, durationOf, redraw, slowProcessor } from './interaction.ts'
import { milliseconds, percentile } from './measure.ts'
import type { Finding } from './scenario.ts'

const slowerBy = 4
const rounds = 6
const desk = { width: 1440, height: 900 }
const most = { cardMs: 200, othersMs: 1_000 }

type Cookies = { solver: string; mate: string; rival: string }
type Listed = { id: number; title: string; solved: number }
type Detail = { challenges: Record<string, Listed[]>; rank: { solvedChallenges: { id: number }[] } }
type Times = { card: number; mate: number; rival: number }

const flagsOfSamples = (): Map<string, string> => {
  const folder = join(import.meta.dirname, '../../demo/challenges')
  const all = readdirSync(folder).flatMap((category) =>
    readdirSync(join(folder, category)).map(
      (slug) =>
        JSON.parse(readFileSync(join(folder, category, slug, 'challenge.json'), 'utf8')) as {
          title: string
          type: string
          flag?: string
        },
    ),
  )
  return new Map(
    all.flatMap(({ title, type, flag }) =>
      type === 'StaticAttachment' && flag !== undefined ? [[title, flag] as const] : [],
    ),
  )
}

const now = 'performance.timeOrigin + performance.now()'

/** When the verdict arrived, and when the card that has the focus was painted. */
const watchVerdict = `{
  const ask = window.fetch
  window.fetch = async (...given) => {
    const answer = await ask(...given)
    const at = ${now}
    if (answer.url.includes('/status/'))
      answer.clone().json().then((verdict) => {
        if (verdict === 'Accepted') window.verdictAt = at
      }, () => {})
    return answer
  }
  addEventListener('focusin', ({ target }) => {
    if (target.matches('h3')) requestAnimationFrame(() => (window.cardAt = ${now}))
  })
}`

const untilThere = (page: Page, selector: string, text: string): Promise<number> =>
  page.evaluate<number>(`new Promise((done) => {
    const look = () => {
      const isThere = [...document.querySelectorAll(${JSON.stringify(selector)})]
        .some((one) => one.textContent.includes(${JSON.stringify(text)}))
      if (!isThere) return
      observer.disconnect()
      requestAnimationFrame(() => done(${now}))
    }
    const observer = new MutationObserver(look)
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
  })`)

/** A player solves, a teammate looks at the board, and a rival has the same challenge open. */
export const seeSolves = async (browser: Browser, origin: string, cookies: Cookies): Promise<Finding[]> => {
  const contexts: BrowserContext[] = []
  const visit = async (cookie: string): Promise<Page> => {
    const context = await browser.newContext({ viewport: desk, locale: 'en-US', reducedMotion: 'reduce' })
    contexts.push(context)
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: origin }])
    return context.newPage()
  }
  try {
    const [solver, mate, rival] = [
      await visit(cookies.solver),
      await visit(cookies.mate),
      await visit(cookies.rival),
    ]
    const calm = [solver, mate, rival].map(watchCalm)
    await solver.addInitScript({ content: watchVerdict })
    await mate.goto(`${origin}/games/1/scoreboard`)
    await mate.locator('main [data-team]').first().waitFor()
    // A slowed page keeps a processor busy, and there are two: the others would wait for it.
    await slowProcessor(solver, slowerBy)
    const flags = flagsOfSamples()
    const times: Times[] = []
    for (let round = 0; round < rounds; round++) {
      const details = (await (await solver.request.get(`${origin}/api/game/1/details`)).json()) as Detail
      const ours = new Set(details.rank.solvedChallenges.map(({ id }) => id))
      const next = Object.values(details.challenges)
        .flat()
        .find(({ id, title }) => !ours.has(id) && flags.has(title))
      if (next === undefined) throw new Error('the sample event has no such challenge left')
      const path = `${origin}/games/1/challenges?challenge=${next.id}`
      for (const page of [solver, rival]) {
        await page.goto(path)
        // The rival's team may have solved it.
        await page.locator(page === solver ? '[data-flag-box]' : '#challenge-panel h2').waitFor()
        await page.locator('[data-state=live]').first().waitFor({ state: 'attached' })
      }
      for (const one of calm) await one()
      const told = untilThere(mate, '[aria-label="Notifications"]', next.title)
      const seen = untilThere(rival, '#challenge-panel', `${next.solved + 1} solve`)
      await solver.bringToFront()
      await solver.locator('[data-flag-box]').fill(flags.get(next.title) ?? '')
      await solver.locator('[data-flag-box]').press('Enter')
      // The page's policy refuses what `waitForFunction` evaluates.
      await solver.evaluate(`new Promise((done) => {
        const look = () => (window.cardAt > 0 ? done() : requestAnimationFrame(look))
        look()
      })`)
      const [verdict, card] = await solver.evaluate<[number, number]>('[window.verdictAt, window.cardAt]')
      times.push({ card: card - verdict, mate: (await told) - verdict, rival: (await seen) - verdict })
    }
    const bare = await bareCopyOf(solver)
    await slowProcessor(solver, 1)
    await bare.bringToFront()
    await slowProcessor(bare, slowerBy)
    const bareTimes: number[] = []
    for (let round = 0; round < rounds; round++) bareTimes.push(await durationOf(bare, () => redraw(bare)))
    return findingsOf(times, percentile(bareTimes, 0.75))
  } finally {
    for (const context of contexts) await context.close()
  }
}

const findingsOf = (times: readonly Times[], bare: number): Finding[] =>
  (
    [
      ['card', `the solve card with the focus, processor ÷ ${slowerBy}`, most.cardMs],
      ['mate', 'the message to a teammate on the scoreboard', most.othersMs],
      ['rival', 'the solve on a rival’s open challenge', most.othersMs],
    ] as const
  ).map(([who, what, budgetMs]) => {
    const all = times.map((one) => one[who])
    const p75 = percentile(all, 0.75)
    return {
      what: `${what}, after the verdict arrived, p75 of ${rounds}`,
      figure: `${milliseconds(p75)} (${all.map((one) => Math.round(one)).join(', ')})`,
      yardstick: `a bare page with the same elements that draws them again ${milliseconds(bare)}`,
      ratio: p75 / bare,
      budget: `at most ${milliseconds(budgetMs)}`,
      met: p75 <= budgetMs,
    }
  })

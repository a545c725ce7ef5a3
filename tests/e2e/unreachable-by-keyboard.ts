import type { Page } from 'playwright-core'

const mostSteps = 400

type Walk = { unreached: Set<Element>; covered: Set<string> }

/**
 * Walks through the whole page with the Tab key. Returns what is visible and clickable but not reached, and what is
 * covered when it has the focus.
 */
export const unreachableByKeyboard = async (page: Page): Promise<string[]> => {
  await page.evaluate(() => {
    const place = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
    const unreached = new Set(
      // Of a group that arrow keys walk through, one is enough.
      [...place.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
        (one) =>
          !one.matches(':disabled, [tabindex="-1"], [role="option"]') &&
          one.closest('[inert], [aria-hidden="true"]') === null &&
          !(one.matches('input[type="radio"]') && !one.matches(':checked')) &&
          one.checkVisibility({ visibilityProperty: true }),
      ),
    )
    const walk: Walk = { unreached, covered: new Set() }
    Object.assign(globalThis, { walk })
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  // The walk starts at the last focus and passes the start once, where the browser itself may take a step or two.
  let ends = 0
  let last = ''
  for (let step = 0; step < mostSteps; step++) {
    await page.keyboard.press('Tab')
    const state = await page.evaluate(async () => {
      const { walk } = globalThis as unknown as { walk: Walk }
      const at = document.activeElement
      if (at === null || at === document.body) return 'end'
      walk.unreached.delete(at)
      const label = at.closest('label')
      const over = (): Element | null => {
        const { left, top, width, height } = at.getBoundingClientRect()
        const there = [0.1, 0.5, 0.9].map((share) =>
          document.elementFromPoint(left + width * share, top + height * share),
        )
        const isSeen = (one: Element | null): boolean =>
          one !== null && (at.contains(one) || one.contains(at) || label?.contains(one) === true)
        return height < 3 || there.some(isSeen) ? null : (there[1] ?? document.documentElement)
      }
      // Scrolling may take a moment.
      for (let frame = 0; frame < 30 && over() !== null; frame++)
        await new Promise((resolve) => requestAnimationFrame(resolve))
      const above = over()
      if (above !== null) walk.covered.add(`${at.outerHTML.slice(0, 160)} by ${above.outerHTML.slice(0, 80)}`)
      return walk.unreached.size > 0 ? 'under way' : 'done'
    })
    if (state === 'end' && last !== 'end') ends += 1
    last = state
    if (state === 'done' || ends > 1) break
  }
  return page.evaluate(() => {
    const { walk } = globalThis as unknown as { walk: Walk }
    return [
      ...[...walk.unreached]
        .filter((one) => one.isConnected && one.checkVisibility({ visibilityProperty: true }))
        .map((one) => `not reached: ${one.outerHTML.slice(0, 160)}`),
      ...[...walk.covered].map((one) => `covered: ${one}`),
    ]
  })
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'

const turnMs = 40
const turns = 50
const strides = 15

export type Scrolled = {
  /** In milliseconds, from 50 ms. */
  longTasks: number[]
  longestFrameMs: number
  down: number
  across: number
}

export const scroll = async (
  page: Page,
  { scroller, start }: { scroller: string; start: string },
): Promise<Scrolled> => {
  await page.evaluate(watch(scroller))
  const box = await page.locator(scroller).boundingBox()
  if (box === null) throw new Error(`${scroller} is not in sight`)
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  for (const [x, y] of [
    [0, 300],
    [160, 0],
    [0, -200],
    [-160, 90],
  ] as const)
    for (let turn = 0; turn < turns; turn++) {
      await page.mouse.wheel(x, y)
      await wait(turnMs)
    }
  await page.locator(start).first().focus()
  for (const key of ['PageDown', 'ArrowRight', 'Control+End', 'PageUp', 'ArrowLeft', 'Control+Home'])
    for (let stride = 0; stride < strides; stride++) {
      await page.keyboard.press(key)
      await wait(turnMs)
    }
  return await page.evaluate<Scrolled>('window.endWatch()')
}

const watch = (scroller: string): string => `{
  const longTasks = []
  let longestFrameMs = 0
  let down = 0
  let across = 0
  const observer = new PerformanceObserver((list) =>
    longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  )
  observer.observe({ type: 'longtask' })
  const element = document.querySelector(${JSON.stringify(scroller)})
  let before = performance.now()
  let watching = true
  const look = (now) => {
    longestFrameMs = Math.max(longestFrameMs, now - before)
    before = now
    down = Math.max(down, element.scrollTop)
    across = Math.max(across, element.scrollLeft)
    if (watching) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  window.endWatch = () => {
    watching = false
    longTasks.push(...observer.takeRecords().map(({ duration }) => duration))
    observer.disconnect()
    return { longTasks, longestFrameMs, down, across }
  }
}`

import type { Locator, Page } from 'playwright-core'

const mostSteps = 60

/** Presses the key until the target has the focus. */
export const tabTo = async (page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  await target.waitFor()
  for (let step = 0; step < mostSteps; step++) {
    if (await isFocused(target)) return
    await page.keyboard.press(key)
  }
  throw new Error(`the keyboard does not get to ${String(target)}`)
}

export const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement)

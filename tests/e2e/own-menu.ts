import type { Page } from 'playwright-core'

/** Where what is one's own is: the profile, the way out. */
export const ownMenu = (page: Page) => page.getByRole('button', { name: /’s menu$/ })

export const logOut = async (page: Page): Promise<void> => {
  await ownMenu(page).click()
  await page.getByRole('button', { name: 'Log out' }).click()
}

import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { Missing } from './scenario.ts'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
]

export const withBrowser = async <T>(work: (browser: Browser) => Promise<T>): Promise<T> => {
  const executablePath = places.find((place) => existsSync(place))
  if (executablePath === undefined) throw new Missing(`there is no Chromium at ${places.join(', ')}`)
  const browser = await chromium.launch({ executablePath, args: flags })
  try {
    return await work(browser)
  } finally {
    await browser.close()
  }
}

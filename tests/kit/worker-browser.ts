import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const executables = [
  // Without what people see around a page: the same pages for two thirds of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // Pages live for seconds, and each worker keeps a core busy: threads that optimize them cost more than they save.
  '--js-flags=--single-threaded',
]

let running: Promise<Browser> | null = null

/**
 * The one browser of this test worker. It ends with the worker. After a crash the next caller gets a new one, while
 * everything that was open in the crashed one is refused by Playwright.
 */
export const workerBrowser = (): Promise<Browser> => {
  running ??= launch()
  return running
}

const launch = async (): Promise<Browser> => {
  const forget = (): void => {
    running = null
  }
  try {
    const executablePath = executables.find((path) => existsSync(path))
    if (executablePath === undefined) throw new Error(`There is no Chromium at ${executables.join(', ')}`)
    const browser = await chromium.launch({ executablePath, args: flags })
    browser.once('disconnected', forget)
    return browser
  } catch (error) {
    forget()
    throw error
  }
}

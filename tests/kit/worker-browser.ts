import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { skipLiveRegions } from './live-regions.ts'

const executables = [
  // Without a window, pages take two thirds of the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
]
const flags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  // Each worker keeps a core busy and pages live for seconds, so optimizing them costs more than it saves, and so do
  // small heaps.
  '--js-flags=--single-threaded --no-maglev --min-semi-space-size=32 --initial-heap-size=256',
]

let running: Promise<Browser> | null = null
let skips = false

/** Ends with the worker. After a crash the next caller gets a new one; calls to the old one fail. */
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
    if (!skips) await skipLiveRegions(browser)
    skips = true
    return browser
  } catch (error) {
    forget()
    throw error
  }
}

// @ts-check
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { takePlayerScreenshots } from './player-screenshots.mjs'

/** @typedef {{ file: string, at: string, shows: string, width?: number, height?: number, open?: string, asGuest?: boolean,
 *   act?: (page: import('playwright-core').Page) => Promise<void> }} Screenshot */

const root = path.join(import.meta.dirname, '..')
const wide = 1280
const narrow = 390
const guide = 'docs/organiser/pictures'
const editor = '/admin/games/1'
const monitor = '/games/1/monitor'
/** Part of a name, to take only some: `player` takes what players see. */
const only = process.argv[2] ?? ''

/** @type {Screenshot[]} `shows`: a text that is there once the screen is complete. */
const screenshots = [
  { file: 'docs/home.png', at: '/', shows: 'Latest posts', width: 1200, height: 620, asGuest: true },
  { file: `${guide}/games.png`, at: '/admin/games', shows: 'Harbour Lights CTF' },
  { file: `${guide}/overview.png`, at: editor, shows: 'Latest submissions' },
  { file: `${guide}/info.png`, at: `${editor}/info`, shows: 'Poster' },
  { file: `${guide}/freeze.png`, at: '/games/1/scoreboard', shows: 'Freezes in', asGuest: true },
  { file: `${guide}/moment.png`, at: '/games/1/scoreboard', shows: 'As of', act: showFiveHours },
  { file: `${guide}/results.png`, at: '/admin/games/2/results', shows: 'Revisions' },
  {
    ...{ file: `${guide}/reveal.png`, at: '/admin/games/2/reveal?play=overall', shows: '3rd place' },
    ...{ width: 1920, height: 1080, act: revealThird },
  },
  { file: `${guide}/divisions.png`, at: `${editor}/divisions`, shows: 'Students' },
  { file: `${guide}/scoring.png`, at: `${editor}/scoring`, shows: 'First blood' },
  { file: `${guide}/challenges.png`, at: `${editor}/challenges`, shows: 'Welcome Aboard' },
  {
    file: `${guide}/challenge.png`,
    at: `${editor}/challenges`,
    shows: 'Hints',
    open: 'Behind the Timetable',
  },
  { file: `${guide}/review.png`, at: `${editor}/review`, shows: 'Low Tide Society' },
  { file: `${guide}/review-phone.png`, at: `${editor}/review`, shows: 'Low Tide Society', width: narrow },
  { file: `${guide}/submissions.png`, at: `${monitor}/submissions`, shows: 'Live' },
  { file: `${guide}/changes.png`, at: `${editor}/changes`, shows: 'Before and after' },
  { file: `${guide}/cheating.png`, at: `${monitor}/cheatinfo`, shows: '1 case' },
  { file: `${guide}/status.png`, at: '/admin/status', shows: 'Using the built-in database' },
]

/** @returns {Promise<void>} */
async function takeScreenshots() {
  const folder = await mkdtemp(path.join(tmpdir(), 'pennant-screenshots-'))
  const server = spawn(process.execPath, ['demo/start.mjs'], {
    cwd: root,
    env: {
      ...process.env,
      PENNANT_DATA_DIR: folder,
      PENNANT_HOST: '127.0.0.1',
      PENNANT_PORT: '0',
      PENNANT_HEALTH_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const origin = await addressOf(server)
    const logins = await readFile(path.join(folder, 'sample-event-logins.txt'), 'utf8')
    const admin = /Admin \/ (\S+)/.exec(logins)?.[1] ?? ''
    const player = /\/ (\S+)\s+\(captain/.exec(logins)?.[1] ?? ''
    await takeAll(origin, { admin, player })
  } finally {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @returns {Promise<string>}
 */
function addressOf(server) {
  return new Promise((resolve, reject) => {
    let said = ''
    server.stdout?.on('data', (text) => {
      said += text
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(said)
      if (address) resolve(address[0])
    })
    server.once('exit', (code) =>
      reject(new Error(`The demo ended with ${code}; is the product built?\n${said}`)),
    )
  })
}

/**
 * @param {string} origin
 * @param {{ admin: string, player: string }} passwords
 */
async function takeAll(origin, passwords) {
  const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome-stable'].find((file) =>
    existsSync(file),
  )
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
  const look = /** @type {const} */ ({
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  try {
    const guest = await browser.newContext({ baseURL: origin, ...look })
    const admin = await browser.newContext({ baseURL: origin, ...look })
    await admin.request.post('/api/account/login', { data: { userName: 'Admin', password: passwords.admin } })
    for (const screenshot of screenshots.filter(({ file }) => file.includes(only)))
      await take(screenshot.asGuest ? guest : admin, screenshot)
    if (!'player'.includes(only)) return
    await takePlayerScreenshots({
      async visit(userName, viewport) {
        const context = await browser.newContext({ baseURL: origin, ...look, ...(viewport && { viewport }) })
        const password = userName === 'Admin' ? passwords.admin : passwords.player
        if (userName !== null)
          await context.request.post('/api/account/login', { data: { userName, password } })
        return context.newPage()
      },
      async save(page, name) {
        await waitUntilSet(page)
        const file = `${guide}/${name}.png`
        await page.screenshot({ path: path.join(root, file), animations: 'disabled' })
        console.log(file)
      },
    })
  } finally {
    await browser.close()
  }
}

/**
 * @param {import('playwright-core').BrowserContext} context
 * @param {Screenshot} screenshot
 */
async function take(context, { file, at, shows, open, act, width = wide, height = 900 }) {
  const page = await context.newPage()
  await page.setViewportSize({ width, height })
  await page.goto(at)
  if (open !== undefined) await page.getByRole('link', { name: open }).first().click()
  await act?.(page)
  await page.getByText(shows).first().waitFor()
  await waitUntilSet(page)
  await page.screenshot({ path: path.join(root, file), animations: 'disabled' })
  console.log(file)
  await page.close()
}

/**
 * Fonts, requests, and formulas.
 *
 * @param {import('playwright-core').Page} page
 */
async function waitUntilSet(page) {
  await page.evaluate('document.fonts.ready')
  await page.waitForLoadState('networkidle')
  await page.locator('[data-math]:not([data-broken], :has(math))').first().waitFor({ state: 'detached' })
}

/**
 * The scoreboard five hours after the start.
 *
 * @param {import('playwright-core').Page} page
 */
async function showFiveHours(page) {
  await page.getByRole('slider').press('Home')
  for (let hour = 0; hour < 5; hour++) await page.getByRole('slider').press('PageUp')
}

/** @param {import('playwright-core').Page} page */
async function revealThird(page) {
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  const third = page.getByText('3rd place')
  while ((await third.count()) === 0) await page.keyboard.press('ArrowRight')
}

await takeScreenshots()

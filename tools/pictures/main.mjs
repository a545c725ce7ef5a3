// @ts-check
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { chromium } from 'playwright-core'
import { pictures } from './table.mjs'

/*
 * Takes the pictures of the manual from a running sample event:
 *   node tools/pictures/main.mjs http://127.0.0.1:8080 <administrator> <password>
 * The names and passwords are what `npm run demo` prints.
 */
const [origin = '', userName = '', password = ''] = process.argv.slice(2)
const folder = path.join(import.meta.dirname, '../../docs/organiser/pictures')
const height = 900
const usualWidth = 1280

const browser = await chromium.launch({
  executablePath: process.env['PENNANT_CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
})
try {
  const context = await browser.newContext({ baseURL: origin, locale: 'en-US', timezoneId: 'UTC' })
  const answer = await context.request.post('/api/account/login', { data: { userName, password } })
  if (!answer.ok()) throw new Error(`the log-in was answered with ${answer.status()}`)
  const game = await firstOf(context.request, '/api/edit/games?count=1&skip=0')
  const challenge = await firstOf(context.request, `/api/edit/games/${game}/challenges`)
  mkdirSync(folder, { recursive: true })
  const page = await context.newPage()
  for (const { name, path: address, ready, width = usualWidth } of pictures) {
    await page.setViewportSize({ width, height })
    await page.goto(address.replace(':game', String(game)).replace(':challenge', String(challenge)))
    await page.locator(ready).first().waitFor()
    await page.evaluate('document.fonts.ready')
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: path.join(folder, `${name}.png`) })
    console.log(name)
  }
} finally {
  await browser.close()
}

/**
 * The id of the first of a list.
 *
 * @param {import('playwright-core').APIRequestContext} request
 * @param {string} address
 * @returns {Promise<number>}
 */
async function firstOf(request, address) {
  const body = await (await request.get(address)).json()
  const list = Array.isArray(body) ? body : body.data
  return list[0].id
}

// @ts-check
import { listSlugs, readChallenge } from './challenge.mjs'

/**
 * The moments of an event that its players remember, in the order in which they happen.
 *
 * @typedef {object} Stage
 * @property {(user: string | null, size?: { width: number, height: number }) => Promise<import('playwright-core').Page>} visit
 *   as someone, or as a guest
 * @property {(page: import('playwright-core').Page, name: string) => Promise<void>} save
 */

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** A desk at 400 %. */
const highZoom = { width: 320, height: 256 }
const day = 86_400_000
const [captain, mate, rival] = ['razorclam', 'mudflat_min', 'larus']
const newcomer = { userName: 'newcomer', email: 'newcomer@example.com', password: 'Harbour-Lights-1' }

/** @param {Stage} stage */
export async function takePlayerScreenshots({ visit, save }) {
  const page = await visit(captain, desk)
  const game = '/games/1'
  await page.goto('/')
  await page.getByRole('link', { name: 'All challenges' }).waitFor()
  await save(page, 'player-home')

  const details = await (await page.request.get('/api/game/1/details')).json()
  /** @type {{ id: number, title: string, solved: number, score: number }[]} */
  const challenges = Object.values(details.challenges).flat()
  /** @type {Set<number>} */
  const ours = new Set(details.rank.solvedChallenges.map((/** @type {{ id: number }} */ { id }) => id))
  const flags = new Map(
    listSlugs()
      .map(readChallenge)
      .map(({ title, flag }) => [title, flag]),
  )
  /** @param {(challenge: typeof challenges[number]) => boolean} isWanted */
  const find = (isWanted) => {
    const found = challenges.find((one) => !ours.has(one.id) && flags.get(one.title) && isWanted(one))
    if (found === undefined) throw new Error('The sample event has no such challenge left')
    return { ...found, flag: flags.get(found.title) ?? '' }
  }
  const unsolved = find(({ solved }) => solved === 0)
  const solved = find(({ solved: teams }) => teams > 3)
  /** @param {number} id */
  const panel = (id) => `${game}/challenges?challenge=${id}`

  await page.goto(panel(unsolved.id))
  await page.locator('[data-flag-box]').waitFor()
  await save(page, 'player-challenge')
  const teammate = await visit(mate, desk)
  await teammate.goto(`${game}/scoreboard`)
  const other = await visit(rival, desk)
  await other.goto(panel(unsolved.id))
  for (const one of [page, teammate, other])
    await one.getByText('Live', { exact: true }).first().waitFor({ state: 'attached' })
  await submit(page, unsolved.flag)
  await page.getByRole('heading', { name: /^First blood/, level: 3 }).waitFor()
  await save(page, 'player-first-blood')
  await teammate.getByRole('region', { name: 'Notifications' }).getByText(unsolved.title).waitFor()
  // The board follows a moment later.
  await teammate.locator('[data-own-place]').waitFor({ state: 'detached' })
  await save(teammate, 'player-teammate')
  await other.getByText('Low Tide Society').first().waitFor()
  await save(other, 'player-rival')

  const small = await visit(captain, phone)
  await small.goto(`${game}/scoreboard`)
  await small.locator('main [data-team]').first().waitFor()
  await save(small, 'player-board-phone')
  // Who was passed comes by the live connection, whose state a phone doesn't show.
  const heard = small.waitForEvent('websocket').then((hub) => hub.waitForEvent('framereceived'))
  await small.goto(panel(solved.id))
  await heard
  await submit(small, solved.flag)
  await small.getByRole('heading', { name: /^Correct/, level: 3 }).waitFor()
  await small.getByText(/^Past /).waitFor()
  await save(small, 'player-solve-phone')

  const zoomed = await visit(mate, highZoom)
  await zoomed.goto(panel(find(({ id }) => id !== unsolved.id && id !== solved.id).id))
  await zoomed.locator('[data-flag-box]').scrollIntoViewIfNeeded()
  await save(zoomed, 'player-high-zoom')

  await inviteAndCountDown({ visit, save })
}

/**
 * @param {import('playwright-core').Page} page
 * @param {string} flag
 */
async function submit(page, flag) {
  await page.locator('[data-flag-box]').fill(flag)
  await page.locator('[data-flag-box]').press('Enter')
}

/** @param {Stage} stage */
async function inviteAndCountDown({ visit, save }) {
  const admin = await visit('Admin')
  const start = Date.now() + day
  const times = { start, end: start + 2 * day }
  const created = await admin.request.post('/api/edit/games', {
    data: { title: 'Winter Lights CTF', summary: 'The short one.', acceptWithoutReview: true, ...times },
  })
  const { id } = await created.json()

  const guest = await visit(null, phone)
  await guest.request.post('/api/account/register', { data: newcomer })
  const made = await guest.request.post('/api/team', { data: { name: 'Night Watch' } })
  const team = await made.json()
  const code = await (await guest.request.get(`/api/team/${team.id}/invite`)).json()
  const invited = await visit(null, phone)
  await invited.goto(`/invite/${team.id}#${String(code).split(':').at(-1)}`)
  await invited.getByText('Night Watch').first().waitFor()
  await save(invited, 'player-invite-phone')

  await guest.request.post(`/api/game/${id}`, { data: { teamId: team.id } })
  await guest.goto('/')
  await guest.getByRole('timer').waitFor()
  await save(guest, 'player-countdown-phone')
}

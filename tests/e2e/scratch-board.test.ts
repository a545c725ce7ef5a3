import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { it } from 'vitest'
import { accessibilityFaults, overflow, type Scheme, startJourneys } from '../kit/browser.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { answerOf } from './scratch-answer.ts'
import { createWorld } from '../kit/world.ts'

it('looks', async () => {
  const world = await createWorld({ webRoot: '/tmp/sb-web' })
  const open = await createOpenGame(world, { title: 'Harbour games' })
  const gulls = await open.team({ name: 'Gulls' })
  const now = world.clock.now()
  const [teams = 300, challenges = 40] = (process.env['SB_SIZE'] ?? '300x40').split('x').map(Number)
  const body = answerOf(teams, challenges, gulls.team, now - 20 * 3_600_000, now)
  console.log('answer', (body.length / 1e6).toFixed(1), 'MB')
  writeFileSync('/tmp/sb-answer.json', body)
  const journeys = await startJourneys(world.origin)
  for (const [scheme, width] of [['dark', 1440], ['light', 390]] as [Scheme, number][]) {
    const visit = await journeys.visit({ scheme, width })
    const { page } = visit
    await page.route(`**/api/game/${open.game.id}/scoreboard`, (route) => route.fulfill({ body, contentType: 'application/json', headers: { etag: 'W/"x"' } }))
    const shoot = async (name: string, path: string | null) => {
      if (path !== null) await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(600)
      await page.screenshot({ path: join('/tmp/sb-shots', `${name}-${scheme}-${width}.png`) })
      console.log(name, scheme, await accessibilityFaults(page), await overflow(page))
    }
    await page.goto('/account/login')
    await page.getByLabel('Username or email address').fill(gulls.player.userName)
    await page.getByLabel('Password', { exact: true }).fill('Passw0rd')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/')
    const base = `/games/${open.game.id}/scoreboard`
    await shoot('board', base)
    await page.keyboard.press('m')
    await shoot('jump', null)
    await page.keyboard.press('Control+Home')
    for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await shoot('cell', null)
    await page.keyboard.press('Escape')
    await shoot('team', `${base}?team=${gulls.team.id}&compare=${gulls.team.id}-1003-1004`)
    await page.keyboard.press('Escape')
    await shoot('compare', null)
    await shoot('timeline', `${base}?view=timeline&division=1`)
    await page.getByRole('radio', { name: 'Table' }).last().check()
    await shoot('timeline-table', null)
    await shoot('present', `${base}?present=1`)
    await shoot('present-timeline', `${base}?present=1&view=timeline`)
    await shoot('division', `${base}?division=3&q=узлы&sort=last&category=Web`)
    console.log(visit.faults())
    await visit.close()
  }
  await journeys.close()
  await world.close()
}, 240_000)

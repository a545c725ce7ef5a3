import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { challengeCategories, type ChallengeCategory } from '@pennant/contract/enums'
import { createBoard } from '@pennant/rules/scoreboard/board'
import { it } from 'vitest'
import { accessibilityFaults, overflow, type Scheme, startJourneys } from '../kit/browser.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld } from '../kit/world.ts'

export const answerOf = (teams: number, challenges: number, own: { id: number; name: string }, start: number, now: number) => {
  let seed = 7
  const rnd = () => ((seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648)
  const cats = Object.keys(challengeCategories) as ChallengeCategory[]
  const words = ['Berth', 'Chandler', 'Deep current', 'Sextant of the long way home', 'Keel', 'Anchor watch', 'Flotsam & jetsam', 'Cold front', 'Lee shore', 'Bilge']
  const input = {
    game: { start, end: now + 86_400_000, bloodBonus: 52_459_530 },
    divisions: [{ id: 1, name: 'Students', defaultPermissions: 2147483647, challengeConfigs: new Map() }, { id: 2, name: 'Open', defaultPermissions: 2147483647 , challengeConfigs: new Map() }, { id: 3, name: 'Guests', defaultPermissions: 2147483647 - 2, challengeConfigs: new Map() }],
    challenges: Array.from({ length: challenges }, (_, i) => ({ id: i + 1, title: `${words[i % 10]} ${i}`, category: cats[Math.floor((i / challenges) * 9)] as ChallengeCategory, originalScore: 500 + (i % 5) * 100, minScoreRate: 0.25, difficulty: 10, deadline: null, disableBloodBonus: false })),
    teams: Array.from({ length: teams }, (_, i) => ({ participationId: i + 1, teamId: i === 100 ? own.id : 1_000 + i, name: i === 100 ? own.name : `${['Gulls', 'Terns', 'Kelp', 'The quite exceptionally long team name', 'Узлы', '波止場'][i % 6]} ${i}`, bio: i % 3 ? null : 'We sail at dawn.', avatar: null, divisionId: i % 10 === 9 ? 3 : (i % 2) + 1 })),
    solves: [] as { participationId: number; challengeId: number; submissionId: number; time: number; userName: string | null }[],
  }
  let sub = 0
  for (const team of input.teams) for (const ch of input.challenges) if (rnd() < 0.5 + 0.3 * Math.sin(team.participationId)) input.solves.push({ participationId: team.participationId, challengeId: ch.id, submissionId: ++sub, time: Math.floor(start + rnd() * (now - start)), userName: `p${team.participationId}-${Math.floor(rnd() * 4)}` })
  const b = createBoard(input)
  const map: Record<string, unknown[]> = {}
  for (const c of b.challenges()) (map[c.category] ??= []).push(c)
  return JSON.stringify({ updateTimeUtc: now, bloodBonus: input.game.bloodBonus, timelines: b.timelines(), items: b.items(), divisions: b.divisions(), challenges: map, challengeCount: challenges, version: 1 })
}

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

import { it } from 'vitest'
import { startJourneys } from '../kit/browser.ts'
import { createOpenGame } from '../kit/open-game.ts'
import { createWorld } from '../kit/world.ts'
import { answerOf } from './scratch-answer.ts'

it('is smooth', async () => {
  const world = await createWorld({ webRoot: '/tmp/sb-web' })
  const open = await createOpenGame(world, { title: 'Harbour games' })
  const team = await open.team({ name: 'T' }); const chs = { '2000x100': await open.challenge({ flags: ['flag{2000x100}'] }), '5000x100': await open.challenge({ flags: ['flag{5000x100}'] }) } as Record<string, { id: number }>
  const now = world.clock.now()
  const journeys = await startJourneys(world.origin)
  for (const size of (process.env['SB_SIZES'] ?? '2000x100,5000x100').split(',')) {
    const [teams = 0, challenges = 0] = size.split('x').map(Number)
    const body = answerOf(teams, challenges, { id: 5, name: 'Own' }, now - 20 * 3_600_000, now)
    const { page, context, close } = await journeys.visit({ width: 1440 })
    const ch = chs[size] as { id: number }
    let asked = 0
    await page.route(`**/api/game/${open.game.id}/scoreboard`, (route) => { asked++; return route.fulfill({ body, contentType: 'application/json', headers: { etag: `W/"${asked}"` } }) })
    const cdp = await context.newCDPSession(page)
    const trace = async (what: string, act: () => Promise<void>) => {
      const events: { name: string; dur?: number; tdur?: number; ph: string; tid: number; pid: number; args: { name?: string } }[] = []
      const onData = ({ value }: { value: unknown[] }) => void events.push(...(value as typeof events))
      cdp.on('Tracing.dataCollected', onData)
      await cdp.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] } })
      await act()
      const done = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
      await cdp.send('Tracing.end')
      await done
      cdp.off('Tracing.dataCollected', onData)
      const mains = new Set(events.filter((e) => e.name === 'thread_name' && e.args.name === 'CrRendererMain').map((e) => `${e.pid}:${e.tid}`))
      const tasks = events.filter((e) => /RunTask$/.test(e.name) && e.ph === 'X' && mains.has(`${e.pid}:${e.tid}`))
      const cpu = tasks.map((e) => (e.tdur ?? 0) / 1000).sort((a, b) => b - a)
      const wall = tasks.map((e) => (e.dur ?? 0) / 1000).sort((a, b) => b - a)
      console.log(size, what, 'tasks', tasks.length, 'longest cpu ms', cpu.slice(0, 5).map((v) => v.toFixed(0)).join(' '), '| wall', wall.slice(0, 5).map((v) => v.toFixed(0)).join(' '), '| cpu>50:', cpu.filter((v) => v > 50).length, 'wall>50:', wall.filter((v) => v > 50).length)
    }
    await trace(`load ${(body.length / 1e6).toFixed(1)} MB`, async () => {
      await page.goto(`/games/${open.game.id}/scoreboard`)
      await page.getByRole('grid').waitFor()
      await page.waitForTimeout(1500)
    })
    const counts = await page.evaluate(() => [document.querySelectorAll('*').length, document.querySelectorAll('[data-column]').length])
    console.log(size, 'elements', counts)
    const box = await page.getByRole('grid').locator('..').boundingBox()
    await page.mouse.move((box?.x ?? 0) + 700, (box?.y ?? 0) + 400)
    await trace('wheel down', async () => { for (let i = 0; i < 60; i++) { await page.mouse.wheel(0, 400); await page.waitForTimeout(16) } await page.waitForTimeout(500) })
    await trace('wheel sideways', async () => { for (let i = 0; i < 60; i++) { await page.mouse.wheel(i < 30 ? 200 : -200, 0); await page.waitForTimeout(16) } await page.waitForTimeout(500) })
    await trace('jump to the end', async () => { await page.getByRole('grid').locator('..').evaluate((e) => { e.scrollTop = e.scrollHeight }); await page.waitForTimeout(800) })
    await trace('refetch while scrolling', async () => { await open.submit(team.player, ch, `flag{${size}}`); for (let i = 0; i < 30; i++) { await page.mouse.wheel(0, -400); await page.waitForTimeout(60) } await page.waitForTimeout(2500) })
    console.log('asked', asked)
    await trace('search', async () => { await page.getByRole('searchbox').pressSequentially('gulls 1', { delay: 60 }); await page.waitForTimeout(500) })
    await trace('sort by name', async () => { await page.getByLabel('Order').selectOption('name'); await page.waitForTimeout(500) })
    await trace('keys', async () => { await page.getByRole('searchbox').fill(''); await page.keyboard.press('Tab'); await page.getByRole('grid').locator('[tabindex="0"]').focus(); for (let i = 0; i < 40; i++) await page.keyboard.press('ArrowDown'); for (let i = 0; i < 30; i++) await page.keyboard.press('ArrowRight') })
    console.log('asked', asked)
    await close()
  }
  await journeys.close()
  await world.close()
}, 300_000)

import { routes } from '@pennant/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { failures, send } from './audit.ts'
import { requestOf, successStatusOf } from './example.ts'
import { exampleOf } from './examples.ts'
import { createSetup, type Setup } from './setup.ts'

let setup: Setup
beforeAll(async () => {
  setup = await createSetup()
})
afterAll(() => setup.close())

/** The default is `no-store`. */
const kept: Readonly<Record<string, string>> = {
  'file.download': 'public, max-age=604800',
  'file.favicon': 'no-cache',
  'game.list': 'public, max-age=60',
  'game.recent': 'no-cache, must-revalidate',
  'info.captcha': 'no-cache, must-revalidate',
  'info.config': 'no-cache, must-revalidate',
  'notice.list': 'no-cache, must-revalidate',
  'post.latest': 'no-cache, must-revalidate',
  'post.list': 'no-cache, must-revalidate',
  'post.read': 'no-cache, must-revalidate',
  'scoreboard.changes': 'no-cache, must-revalidate',
  'scoreboard.ctftime': 'no-cache, must-revalidate',
  'scoreboard.details': 'no-cache, must-revalidate, private',
  'scoreboard.live': 'no-cache, must-revalidate, private',
  'results.read': 'no-cache, must-revalidate',
  'scoreboard.read': 'no-cache, must-revalidate',
  'scoreboard.record': 'no-cache, must-revalidate, private',
  'scoreboard.solves': 'no-cache, must-revalidate',
  'tunnel.download': 'no-cache',
}

describe.each(routes.map((route) => [route.id, route] as const))('%s', (_id, route) => {
  it('takes its example', async () => {
    const example = await exampleOf(route, setup)
    const { status, text, headers } = await send(example.as, requestOf(route, example))
    expect(status, text).toBe(successStatusOf(route))
    const type = headers.get('content-type')
    if (route.answer === 'nothing' || route.answer === 'noContent') expect([type, text]).toEqual([null, ''])
    else if (route.answer !== 'bytes') expect(type).toBe('application/json; charset=utf-8')
    expect(failures(example.world ?? setup.world)).toEqual([])

    const caching = kept[route.id] ?? 'no-store'
    expect(headers.get('cache-control')).toBe(caching)
    const tag = headers.get('etag')
    if (route.method !== 'GET' || tag === null) return
    const again = await send(example.as, {
      ...requestOf(route, example),
      headers: { 'if-none-match': tag },
    })
    expect(again.status).toBe(caching === 'no-store' && route.answer !== 'bytes' ? 200 : 304)
    expect(again.headers.get('cache-control')).toBe(caching)
  })
})

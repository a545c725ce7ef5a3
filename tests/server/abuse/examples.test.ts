import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { routes } from '@pennant/contract/routes'
import { failures, send } from './audit.ts'
import { requestOf, wellOf } from './example.ts'
import { exampleOf } from './examples.ts'
import { createPlace, type Place } from './place.ts'

let place: Place
beforeAll(async () => {
  place = await createPlace()
})
afterAll(() => place.close())

describe.each(routes.map((route) => [route.id, route] as const))('%s', (_id, route) => {
  it('takes its example', async () => {
    const example = await exampleOf(route, place)
    const { status, text, headers } = await send(example.as, requestOf(route, example))
    expect(status, text).toBe(wellOf(route))
    const type = headers.get('content-type')
    if (route.answer === 'nothing' || route.answer === 'noContent') expect([type, text]).toEqual([null, ''])
    else if (route.answer !== 'bytes') expect(type).toBe('application/json; charset=utf-8')
    expect(failures(example.world ?? place.world)).toEqual([])
  })
})

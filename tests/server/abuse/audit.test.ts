import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import type { Client } from '../../kit/client.ts'
import { type Attempt, refuseAll } from './audit.ts'
import { requestOf, withBody } from './example.ts'
import { exampleOf } from './examples.ts'
import { createPlace, type Place } from './place.ts'

let place: Place
let route: Route
let request: Attempt['request']
beforeAll(async () => {
  place = await createPlace()
  const found = routes.find(({ id }) => id === 'team.create')
  if (found === undefined) throw new Error('There is no such route')
  route = found
  const example = await exampleOf(route, place)
  request = withBody(requestOf(route, example), '{"broken":')
})
afterAll(() => place.close())
beforeEach(() => place.world.db.updateTable('user').set({ bio: '' }).execute())

const fooled = (before: () => Promise<unknown>): Client => ({
  ...place.stranger,
  async call(...sent) {
    await before()
    return place.stranger.call(...sent)
  },
})
const writes = (bio: string) => (): Promise<unknown> =>
  place.world.db.updateTable('user').set({ bio }).where('id', '=', place.stranger.id).execute()
const writesAnew = (): (() => Promise<unknown>) => {
  let count = 0
  return () => writes(`written ${count++}`)()
}

const attempts = (planted: Readonly<Record<number, Client>>): Attempt[] =>
  Array.from({ length: 40 }, (_, index) => ({
    says: `attempt ${index}`,
    as: planted[index] ?? place.stranger,
    request,
    status: 400,
  }))

describe.each([1, 16])('attempts that have to be refused, %d at a time', (atOnce) => {
  const faultsOf = (planted: Readonly<Record<number, Client>>): Promise<string[]> =>
    refuseAll(place.world, route, attempts(planted), atOnce)

  it('are without fault when nothing is written', async () => {
    expect(await faultsOf({})).toEqual([])
  })

  it('are named when one writes and is refused all the same', async () => {
    expect(await faultsOf({ 21: fooled(writesAnew()) })).toEqual(['attempt 21: table user changed'])
  })

  it('are named when one is answered otherwise', async () => {
    const well = await exampleOf(route, place)
    const taken: Client = { ...place.stranger, call: (...[method, path]) => well.as.call(method, path) }
    expect(await faultsOf({ 3: taken })).toEqual(
      expect.arrayContaining([expect.stringMatching(/^attempt 3: answered \d+, not 400/)]),
    )
  })
})

describe('a batch of attempts', () => {
  it('is named as a whole when what one of them did does not happen again', async () => {
    let done = false
    const once = fooled(async () => {
      if (!done) await writes('once')()
      done = true
    })
    const faults = await refuseAll(place.world, route, attempts({ 21: once }), 16)
    expect(faults).toEqual([
      expect.stringMatching(/^one of attempt 16 \|.* attempt 21 \|.* attempt 31: table user changed$/),
    ])
  })

  it('hides no attempt behind another that undoes what it did', async () => {
    const planted = { 21: fooled(writesAnew()), 22: fooled(writes('')) }
    const faults = await refuseAll(place.world, route, attempts(planted), 16)
    expect(faults).toEqual(['attempt 21: table user changed', 'attempt 22: table user changed'])
  })
})

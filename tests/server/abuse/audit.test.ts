import type { Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../kit/client.ts'
import { type Attempt, refuseAll } from './audit.ts'
import { requestOf, withBody } from './example.ts'
import { exampleOf } from './examples.ts'
import { createSetup, type Setup } from './setup.ts'

let setup: Setup
let route: Route
let request: Attempt['request']
beforeAll(async () => {
  setup = await createSetup()
  const found = routes.find(({ id }) => id === 'team.create')
  if (found === undefined) throw new Error('There is no such route')
  route = found
  const example = await exampleOf(route, setup)
  request = withBody(requestOf(route, example), '{"broken":')
})
afterAll(() => setup.close())
beforeEach(() => setup.world.db.updateTable('user').set({ bio: '' }).execute())

const fooled = (before: () => Promise<unknown>): Client => ({
  ...setup.stranger,
  async call(...sent) {
    await before()
    return setup.stranger.call(...sent)
  },
})
const writes = (bio: string) => (): Promise<unknown> =>
  setup.world.db.updateTable('user').set({ bio }).where('id', '=', setup.stranger.id).execute()
const writesAnew = (): (() => Promise<unknown>) => {
  let count = 0
  return () => writes(`written ${count++}`)()
}

const attempts = (planted: Readonly<Record<number, Client>>): Attempt[] =>
  Array.from({ length: 40 }, (_, index) => ({
    says: `attempt ${index}`,
    as: planted[index] ?? setup.stranger,
    request,
    status: 400,
  }))

describe.each([1, 16])('attempts that have to be refused, %d at a time', (atOnce) => {
  const faultsOf = (planted: Readonly<Record<number, Client>>): Promise<string[]> =>
    refuseAll(setup.world, route, attempts(planted), atOnce)

  it('are without fault when nothing is written', async () => {
    expect(await faultsOf({})).toEqual([])
  })

  it('are named when one writes and is refused all the same', async () => {
    expect(await faultsOf({ 21: fooled(writesAnew()) })).toEqual(['attempt 21: table user changed'])
  })

  it('are named when one is answered otherwise', async () => {
    const well = await exampleOf(route, setup)
    const taken: Client = { ...setup.stranger, call: (...[method, path]) => well.as.call(method, path) }
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
    const faults = await refuseAll(setup.world, route, attempts({ 21: once }), 16)
    expect(faults).toEqual([
      expect.stringMatching(/^one of attempt 16 \|.* attempt 21 \|.* attempt 31: table user changed$/),
    ])
  })

  it('hides no attempt behind another that undoes what it did', async () => {
    const planted = { 21: fooled(writesAnew()), 22: fooled(writes('')) }
    const faults = await refuseAll(setup.world, route, attempts(planted), 16)
    expect(faults).toEqual(['attempt 21: table user changed', 'attempt 22: table user changed'])
  })
})

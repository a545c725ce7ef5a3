import type { Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOf } from '../../kit/breadth.ts'
import { rightVariants, wrongBodies, wrongQueries } from './attempts.ts'
import { failures, markWhenIdle, refuseAll, send } from './audit.ts'
import { requestOf } from './example.ts'
import { exampleOf } from './examples.ts'
import { changesSince } from './rows.ts'
import { createSetup, type Setup } from './setup.ts'
import { faultsOfRefusal } from './verdict.ts'

let setup: Setup
beforeAll(async () => {
  setup = await createSetup()
})
afterAll(() => setup.close())

/** A time has to be within the game, which no schema says, and one of no teams is no act. */
const judgedByService: readonly string[] = [
  'adjustment.create',
  'scoreboard.historyOf',
  'scoreboard.historyOfTeam',
]

/** A wrong code is counted, and after ten the factor waits. */
const countsWrongCodes: readonly string[] = [
  'account.loginSecond',
  'secondFactor.remove',
  'secondFactor.renewCodes',
]
const isChange = (route: Route, change: string): boolean =>
  !countsWrongCodes.includes(route.id) || change !== 'table second_factor changed'

const readers = routes.filter(({ body, query }) => body !== undefined || query !== undefined)

describe.each(readers.map((route, turn) => [route.id, route, turn] as const))('%s', (_id, route, turn) => {
  it('refuses every wrong value and changes nothing; the example itself is taken', async () => {
    const example = await exampleOf(route, setup)
    const { world = setup.world } = example
    const attempts = [...wrongBodies(route, example), ...wrongQueries(route, example)]
    expect(attempts.length).toBeGreaterThan(0)
    expect(await refuseAll(world, route, sampleOf(attempts, turn))).toEqual([])
    const answer = await send(example.as, requestOf(route, example))
    expect(answer, answer.text).toMatchObject({ status: 200 })
    expect(failures(world)).toEqual([])
  })

  it('takes every value at its limits, unless it makes no sense', async () => {
    const faults: string[] = []
    for (const { says, vary } of sampleOf(rightVariants(route), turn)) {
      const example = await exampleOf(route, setup)
      const { world = setup.world } = example
      const before = await markWhenIdle(world)
      const answer = await send<{ code?: string }>(example.as, vary(example))
      if (answer.status === 200) continue
      const { code = '' } = answer.body ?? {}
      const isMisread = /^(validation|request)\./.test(code) && !judgedByService.includes(route.id)
      const misread = isMisread ? [code] : []
      const changes = await changesSince(world.db, before)
      for (const fault of [
        ...misread,
        ...faultsOfRefusal(answer, route),
        ...changes.filter((change) => isChange(route, change)),
      ])
        faults.push(`${says}: ${fault}`)
    }
    expect(faults).toEqual([])
    expect(failures(setup.world)).toEqual([])
  })
})

import type { Route } from '@pennant/contract/route'
import { routes } from '@pennant/contract/routes'
import type { Schema } from '@pennant/contract/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleOf } from '../../kit/breadth.ts'
import { type Attempt, failures, refuseAll } from './audit.ts'
import { type Example, requestOf } from './example.ts'
import { exampleOf } from './examples.ts'
import { createSetup, unused, type Setup } from './setup.ts'
import { kindOf } from './values.ts'

let setup: Setup
beforeAll(async () => {
  setup = await createSetup()
})
afterAll(() => setup.close())

const isNumber = (schema: Schema): boolean => kindOf(schema) === 'integer'

const absent = (schema: Schema): (string | number)[] => {
  if (isNumber(schema)) return [unused.number, 0, -1, 2_147_483_647]
  if (schema.format === 'uuid') return [unused.guid, '00000000-0000-0000-0000-000000000000']
  return schema.pattern?.includes('64}$') === true && !schema.pattern.includes('1,64')
    ? [unused.hash]
    : [unused.text]
}

const malformed = (schema: Schema): string[] => {
  const always = [
    '%00',
    '%0d%0aX-Injected:%20yes',
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%5c',
    '%EF%BC%91',
    'x'.repeat(400),
  ]
  if (isNumber(schema))
    return [...always, 'abc', '1.5', '1e3', '0x10', '2147483648', '9'.repeat(60), "1'--", '%201;']
  if (schema.format === 'uuid')
    return [...always, 'abc', unused.guid.replaceAll('-', ''), `%7B${unused.guid}%7D`]
  return [...always, '..%252f', '%27%20or%201=1--']
}

/** The wire requires a success even where these name nothing. */
const forgiving: Readonly<Record<string, readonly string[]>> = {
  'capture.challenges': ['id'],
  'capture.deleteAll': ['cid', 'pid'],
  'capture.downloadAll': ['cid', 'pid'],
  'capture.list': ['cid', 'pid'],
  'challenge.editList': ['id'],
  'challenge.removeFlag': ['fid'],
  'scoreboard.flush': ['id'],
  'scoreboard.updateAccepted': ['id'],
}

const attemptsAtNothing = function* (route: Route, example: Example, turn: number): Generator<Attempt> {
  const { as, params = {} } = example
  const request = requestOf(route, example)
  for (const [name, schema] of Object.entries(route.params?.properties ?? {})) {
    if (Object.keys(schema).length === 1 && schema.type === 'string') continue
    const ids = forgiving[route.id]?.includes(name) === true ? [] : absent(schema)
    for (const id of ids)
      yield {
        says: `${name} ${id}`,
        as,
        request: requestOf(route, { ...example, params: { ...params, [name]: id } }),
      }
    const marked = requestOf(route, { ...example, params: { ...params, [name]: 'MARK' } })
    for (const text of sampleOf(malformed(schema), turn, 4))
      yield {
        says: `${name} ${text.slice(0, 40)}`,
        as,
        request: { ...request, path: marked.path.replace('MARK', text) },
      }
  }
}

const named = routes.filter(({ params }) => params !== undefined)
const forEverybody: readonly string[] = ['participation.check']
const isPersonal = ({ id, access }: Route): boolean => access === 'user' && !forEverybody.includes(id)

const attemptsOfOthers = function* (route: Route, example: Example): Generator<Attempt> {
  if (!isPersonal(route)) return
  const { stranger, captain, monitor, admin } = setup
  // Captains of other teams, and monitors, do not lead this one.
  for (const as of [stranger, captain, monitor, admin])
    if (route.id !== 'team.leave' || as !== captain)
      yield { says: `as ${as.userName}`, as, request: requestOf(route, example) }
}

describe.each(named.map((route, turn) => [route.id, route, turn] as const))('%s', (_id, route, turn) => {
  it('knows nothing of what does not exist, and is not for those whose thing it is not', async () => {
    const example = await exampleOf(route, setup)
    const attempts = [...attemptsAtNothing(route, example, turn), ...attemptsOfOthers(route, example)]
    expect(await refuseAll(setup.world, route, attempts)).toEqual([])
    expect(failures(setup.world)).toEqual([])
  })
})

import { acts, loggedReads, ownActs } from '@pennant/contract/acts'
import type { Schema } from '@pennant/contract/schema'
import change from '@pennant/i18n/locales/en-US/change.json' with { type: 'json' }
import field from '@pennant/i18n/locales/en-US/field.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { timeMembers, unsaid } from './change-line.ts'

type Member = readonly [name: string, schema: Schema]

const membersIn = (schema: Schema): Member[] => {
  const { properties = {}, items } = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema
  return [
    ...Object.entries(properties).flatMap((member): Member[] => [member, ...membersIn(member[1])]),
    ...(items === undefined ? [] : membersIn(items)),
  ]
}
const members = Object.values({ ...acts, ...loggedReads, ...ownActs }).flatMap((act) =>
  typeof act === 'object' && 'state' in act ? membersIn(act.state) : [],
)

it('has words for every member that a change can have', () => {
  const said = new Set([
    ...Object.keys(field),
    ...Object.keys(change).map((key) => key.replace(/^member\./, '')),
    ...unsaid,
  ])
  expect(new Set(members.map(([name]) => name)).size).toBeGreaterThan(80)
  expect(members.filter(([name]) => !said.has(name))).toEqual([])
})

it('knows which members are times', () => {
  const times = members.filter(([, schema]) => schema['x-time'] === true).map(([name]) => name)
  expect([...timeMembers].toSorted()).toEqual([...new Set(times)].toSorted())
})

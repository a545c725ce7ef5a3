import { acts, loggedReads, ownActs } from '@pennant/contract/acts'
import type { Schema } from '@pennant/contract/schema'
import change from '@pennant/i18n/locales/en-US/change.json' with { type: 'json' }
import field from '@pennant/i18n/locales/en-US/field.json' with { type: 'json' }
import { expect, it } from 'vitest'
import { schemaOf, unsaid } from './change-line.ts'

const membersIn = (schema: Schema | undefined): string[] => {
  const { properties = {}, items } = schemaOf(schema)
  return [
    ...Object.entries(properties).flatMap(([name, member]) => [name, ...membersIn(member)]),
    ...(items === undefined ? [] : membersIn(items)),
  ]
}
const said = new Set([
  ...Object.keys(field),
  ...Object.keys(change).map((key) => key.replace(/^member\./, '')),
])

it('has words for every member that a change can have', () => {
  const states = Object.values({ ...acts, ...loggedReads, ...ownActs }).flatMap((act) =>
    typeof act === 'object' && 'state' in act ? [act.state] : [],
  )
  const members = new Set(states.flatMap(membersIn))
  expect(members.size).toBeGreaterThan(80)
  expect([...members].filter((name) => !said.has(name) && !unsaid.has(name))).toEqual([])
})

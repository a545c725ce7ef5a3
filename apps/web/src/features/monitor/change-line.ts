import type { Change } from '@pennant/contract/audit'
import type { Schema } from '@pennant/contract/schema'

/** One member that changed. Undefined: there was none. */
export type ChangeLine =
  | { member: string; secret: true }
  | { member: string; secret: false; schema: Schema; before: unknown; after: unknown }

/** Members of members have lines of their own; what was empty and is there for the first time has none. */
export const linesOf = ({ before, after, sealed }: Change, state: Schema = {}): ChangeLine[] => [
  ...differences({ before, after }, state).filter(({ member }) => !sealed.includes(member)),
  ...sealed.map((member): ChangeLine => ({ member, secret: true })),
]

type Sides = { before: unknown; after: unknown }
type OpenLine = Extract<ChangeLine, { secret: false }>

// The change says these in other words, or they say nothing to people.
export const unsaid: ReadonlySet<string> = new Set([
  'id',
  'version',
  'publicKey',
  'authorAvatar',
  'logoHash',
  'faviconHash',
  'creatorId',
])

const differences = ({ before, after }: Sides, schema: Schema): OpenLine[] => {
  const [old, now] = [membersOf(before), membersOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((member) => {
    const sides = { before: old[member], after: now[member] }
    if (unsaid.has(member) || isSame(sides) || (isEmpty(sides.before) && isEmpty(sides.after))) return []
    const of = schemaOf(schema.properties?.[member])
    const nested = of.properties !== undefined
    return nested ? differences(sides, of) : [{ member, secret: false, schema: of, ...sides }]
  })
}

/** Without null, which says nothing of a value. */
export const schemaOf = (schema: Schema | undefined): Schema =>
  schema?.anyOf?.find(({ type }) => type !== 'null') ?? schema ?? {}

export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isSame = ({ before, after }: Sides): boolean => JSON.stringify(before) === JSON.stringify(after)

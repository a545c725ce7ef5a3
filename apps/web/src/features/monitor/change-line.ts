import type { Change } from '@pennant/contract/audit'

/** One member that changed. Undefined: there was none. */
export type ChangeLine =
  | { member: string; secret: true }
  | { member: string; secret: false; before: unknown; after: unknown }

/** Members of members have lines of their own; what was empty and is there for the first time has none. */
export const linesOf = ({ before, after, sealed }: Change): ChangeLine[] => [
  ...differences({ before, after }).filter(({ member }) => !sealed.includes(member)),
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

const differences = ({ before, after }: Sides): OpenLine[] => {
  const [old, now] = [membersOf(before), membersOf(after)]
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].flatMap((member) => {
    const sides = { before: old[member], after: now[member] }
    if (unsaid.has(member) || isSame(sides) || (isEmpty(sides.before) && isEmpty(sides.after))) return []
    const nested = Object.values(sides).some((side) => Object.keys(membersOf(side)).length > 0)
    return nested ? differences(sides) : [{ member, secret: false, ...sides }]
  })
}

export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** The schemas of all acts would be in the first load of every page; `change-line.test.ts` compares. */
export const timeMembers: ReadonlySet<string> = new Set([
  ...['start', 'end', 'writeupDeadline', 'freezeAt', 'deadlineUtc', 'enableAtUtc', 'time'],
  ...['expectStopAt', 'startedAt', 'createdAt', 'expiresAt', 'lastUsedAt', 'resultsAt', 'secondFactorSince'],
])

export const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const isSame = ({ before, after }: Sides): boolean => JSON.stringify(before) === JSON.stringify(after)

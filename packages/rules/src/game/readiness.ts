import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { Division } from '@pennant/contract/division'
import type { GameInfo } from '@pennant/contract/game'
import type { WarningCode } from '@pennant/contract/status'
import { allows } from '../permission/permission.ts'
import { isSecret } from './visibility.ts'

/** What is looked at before a game goes public, in this order. */
export const readinessItems = [
  'title',
  'times',
  'description',
  'poster',
  'challenges',
  'playable',
  'divisions',
  'writeup',
  'address',
  'instances',
  'visible',
] as const
export type ReadinessItem = (typeof readinessItems)[number]

/** Why something is not as it should be. */
export type ReadinessFault =
  | 'titleBlank'
  | 'endBeforeStart'
  | 'over'
  | 'alreadyStarted'
  | 'noDescription'
  | 'noPoster'
  | 'noneEnabled'
  | 'lacking'
  | 'noneJoinable'
  | 'cannotPlay'
  | 'nameTwice'
  | 'writeupBeforeEnd'
  | 'addressMissing'
  | 'addressPlain'
  | 'instancesOnSite'
  | 'hidden'

export type ReadinessFinding = {
  item: ReadinessItem
  /** Null when all is well. */
  fault: ReadinessFault | null
  /** With a grave fault the game cannot be played as it was meant; the others are advice. */
  grave: boolean
  /** The challenges or divisions at fault. */
  subjects: readonly { id: number; name: string }[]
}

export type ReadinessInput = {
  game: Pick<
    GameInfo,
    | 'title'
    | 'start'
    | 'end'
    | 'content'
    | 'poster'
    | 'writeupRequired'
    | 'writeupDeadline'
    | 'hidden'
    | 'unlisted'
  >
  challenges: readonly Pick<ChallengeSummary, 'id' | 'title' | 'isEnabled' | 'lacks'>[]
  divisions: readonly Pick<Division, 'id' | 'name' | 'defaultPermissions'>[]
  /** What the installation warns of. */
  warnings?: readonly { code: WarningCode; values: readonly string[] }[]
  now: number
}

export const readinessOf = (input: ReadinessInput): ReadinessFinding[] =>
  readinessItems.map((item) => {
    const { fault, subjects } = look[item](input)
    return { item, fault, grave: fault !== null && !mild.has(fault), subjects }
  })

/** Whether a game may go public without a second thought; whether it is public already does not count. */
export const isReady = (findings: readonly ReadinessFinding[]): boolean =>
  findings.every(({ item, fault }) => item === 'visible' || fault === null)

const mild: ReadonlySet<ReadinessFault> = new Set([
  ...['alreadyStarted', 'noDescription', 'noPoster', 'hidden'],
  ...['addressMissing', 'addressPlain', 'instancesOnSite'],
] as const)

type Found = Pick<ReadinessFinding, 'fault' | 'subjects'>

const found = (fault: ReadinessFault | null, subjects: Found['subjects'] = []): Found => ({
  fault,
  subjects,
})

const look: Readonly<Record<ReadinessItem, (input: ReadinessInput) => Found>> = {
  title: ({ game }) => found(game.title.trim() === '' ? 'titleBlank' : null),
  times: ({ game, now }) => {
    const { start, end } = game
    if (end <= start) return found('endBeforeStart')
    if (end < now) return found('over')
    // Once people see it, that is how it should be.
    return found(isSecret(game) && start <= now ? 'alreadyStarted' : null)
  },
  description: ({ game }) => found(game.content.trim() === '' ? 'noDescription' : null),
  poster: ({ game }) => found(game.poster === null ? 'noPoster' : null),
  challenges: ({ challenges }) => found(challenges.some(({ isEnabled }) => isEnabled) ? null : 'noneEnabled'),
  playable: ({ challenges }) => {
    const lacking = challenges.filter(({ isEnabled, lacks = [] }) => isEnabled && lacks.length > 0)
    return found(
      lacking.length === 0 ? null : 'lacking',
      lacking.map(({ id, title }) => ({ id, name: title })),
    )
  },
  divisions: ({ divisions }) => {
    if (divisions.length === 0) return found(null)
    if (!divisions.some(({ defaultPermissions }) => allows(defaultPermissions, 'JoinGame')))
      return found('noneJoinable')
    const barred = divisions.filter(
      ({ defaultPermissions }) => !allows(defaultPermissions, 'ViewChallenge', 'SubmitFlags'),
    )
    if (barred.length > 0) return found('cannotPlay', barred)
    const names = divisions.map(({ name }) => nameKey(name))
    const alike = divisions.filter((_, index) => names.indexOf(names[index] ?? '') !== index)
    return found(alike.length === 0 ? null : 'nameTwice', alike)
  },
  writeup: ({ game: { writeupRequired, writeupDeadline, end } }) =>
    found(writeupRequired && writeupDeadline <= end ? 'writeupBeforeEnd' : null),
  address: ({ warnings = [] }) => {
    // With a value, it is the address of a server that nobody else reaches anyway.
    const missing = warnings.some(({ code, values }) => code === 'publicUrl.missing' && values.length === 0)
    if (missing) return found('addressMissing')
    return found(warnings.some(({ code }) => code === 'publicUrl.plain') ? 'addressPlain' : null)
  },
  instances: ({ warnings = [] }) =>
    found(warnings.some(({ code }) => code === 'instances.sameHost') ? 'instancesOnSite' : null),
  visible: ({ game }) => found(isSecret(game) ? 'hidden' : null),
}

const nameKey = (name: string): string => name.trim().toLowerCase()

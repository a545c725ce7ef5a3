import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { Division } from '@pennant/contract/division'
import type { GameInfo } from '@pennant/contract/game'
import type { WarningCode } from '@pennant/contract/status'
import type { GameOverview } from '@pennant/contract/watch'
import { withTakenTitle } from '../challenge/same-title.ts'
import { openDivisions } from '../participation/division.ts'
import { allows } from '../permission/permission.ts'
import { isUnsolved } from '../watch/stuck.ts'
import { hasEnded, type Phase, phaseOf } from './phase.ts'
import { isSecret } from './visibility.ts'

export const readinessItems = {
  upcoming: [
    'title',
    'times',
    'description',
    'poster',
    'challenges',
    'playable',
    'networks',
    'divisions',
    'entry',
    'writeup',
    'address',
    'instances',
    'visible',
  ],
  running: [
    'times',
    'challenges',
    'playable',
    'networks',
    'unsolved',
    'waiting',
    'copied',
    'divisions',
    'entry',
    'writeup',
    'address',
    'instances',
    'visible',
  ],
  // In the order in which they are done.
  ended: ['writeups', 'copied', 'running', 'captures', 'reveal', 'results', 'ctftime', 'archive'],
} as const satisfies Record<Phase, readonly string[]>
export type ReadinessItem = (typeof readinessItems)[Phase][number]

export type ReadinessFault =
  | 'titleBlank'
  | 'endBeforeStart'
  | 'alreadyStarted'
  | 'noDescription'
  | 'noPoster'
  | 'noneEnabled'
  | 'titleTwice'
  | 'lacking'
  | 'networkRefused'
  | 'noneJoinable'
  | 'cannotPlay'
  | 'nameTwice'
  | 'writeupBeforeEnd'
  | 'addressMissing'
  | 'addressPlain'
  | 'instancesOnSite'
  | 'hidden'
  | 'openToAll'
  | 'nobodySolved'
  | 'teamsWaiting'
  | 'copiesToJudge'
  | 'writeupsComing'
  | 'writeupsToRead'
  | 'instancesLeft'
  | 'capturesLeft'
  | 'stillFrozen'
  | 'resultsToPublish'
  | 'gameNotOver'
  | 'toReveal'
  | 'toUpload'
  | 'resultsFirst'
  | 'toArchive'

export type ReadinessState = 'ready' | 'missing' | 'advice' | 'todo' | 'waits' | 'offer'

export type ReadinessFinding = {
  item: ReadinessItem
  /** Null when all is well. */
  fault: ReadinessFault | null
  /** With a grave fault the game can't be played as intended; other faults are advice, or work left to do. */
  grave: boolean
  subjects: readonly { id: number; name: string }[]
  count: number
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
    | 'inviteCode'
    | 'acceptWithoutReview'
    | 'practiceMode'
    | 'freezeAt'
    | 'resultsAt'
  >
  challenges: readonly Pick<ChallengeSummary, 'id' | 'title' | 'isEnabled' | 'lacks' | 'networkMode'>[]
  divisions: readonly Pick<Division, 'id' | 'name' | 'defaultPermissions' | 'inviteCode'>[]
  warnings?: readonly { code: WarningCode; values: readonly string[] }[]
  /** Compatible servers do not send it. */
  overview?:
    | (Pick<GameOverview, 'pending' | 'cheats' | 'instances' | 'writeups'> & {
        challenges: readonly Pick<
          GameOverview['challenges'][number],
          'id' | 'title' | 'isEnabled' | 'tried' | 'solves'
        >[]
      })
    | undefined
  captures?: number | undefined
  now: number
}

export const readinessOf = (input: ReadinessInput): ReadinessFinding[] =>
  itemsOf(input).map((item) => findingOf(item, look[item](input)))

type AfterInput = Pick<ReadinessInput, 'game' | 'overview' | 'captures' | 'now'>

/** What is to be done after a game, at any time. */
export const afterOf = ({ game, now, overview, captures }: AfterInput): ReadinessFinding[] => {
  const input = { game, now, overview, captures, challenges: [], divisions: [] }
  const isOver = hasEnded(game, now)
  return endedItems(game).map((item) =>
    findingOf(item, isOver || !atEnd.has(item) ? look[item](input) : found('gameNotOver')),
  )
}

const atEnd: ReadonlySet<ReadinessItem> = new Set(
  readinessItems.ended.filter((item) => item !== 'ctftime' && item !== 'archive'),
)

const findingOf = (item: ReadinessItem, { fault, subjects, count }: Found): ReadinessFinding => ({
  item,
  fault,
  grave: fault !== null && grave.has(fault),
  subjects,
  count,
})

export const stateOf = (
  { fault, grave: isGrave }: Pick<ReadinessFinding, 'fault' | 'grave'>,
  phase: Phase,
): ReadinessState => {
  if (fault === null) return 'ready'
  if (isGrave) return 'missing'
  if (waits.has(fault)) return 'waits'
  if (offers.has(fault)) return 'offer'
  return phase === 'ended' ? 'todo' : 'advice'
}

/** Nothing is to reveal without a freeze. */
const endedItems = ({ freezeAt }: ReadinessInput['game']): readonly ReadinessItem[] =>
  readinessItems.ended.filter((item) => item !== 'reveal' || freezeAt !== undefined)

/** A running but hidden game still has to go public, so what it lacks for that counts, too. */
const itemsOf = ({ game, now }: ReadinessInput): readonly ReadinessItem[] => {
  const phase = phaseOf(game, now)
  if (phase === 'ended') return endedItems(game)
  if (phase !== 'running' || !isSecret(game)) return readinessItems[phase]
  return [...new Set<ReadinessItem>([...readinessItems.upcoming, ...readinessItems.running])]
}

/** How many there are to look at; what can only be offered doesn't count. */
export const openIn = (findings: readonly ReadinessFinding[]): number =>
  findings.filter(({ fault }) => fault !== null && !offers.has(fault)).length

/** Ignores whether the game is public already. */
export const isReady = (findings: readonly ReadinessFinding[]): boolean =>
  findings.every(({ item, fault }) => item === 'visible' || fault === null)

const grave: ReadonlySet<ReadinessFault> = new Set([
  ...(['titleBlank', 'endBeforeStart', 'noneEnabled', 'lacking', 'networkRefused'] as const),
  ...(['noneJoinable', 'cannotPlay', 'nameTwice', 'writeupBeforeEnd'] as const),
])

const waits: ReadonlySet<ReadinessFault> = new Set([
  ...(['gameNotOver', 'writeupsComing', 'resultsFirst'] as const),
])

/** There is no way to know whether they were done. */
const offers: ReadonlySet<ReadinessFault> = new Set(['toReveal', 'toUpload', 'toArchive'] as const)

type Found = Pick<ReadinessFinding, 'fault' | 'subjects' | 'count'>

const found = (fault: ReadinessFault | null, subjects: Found['subjects'] = [], count = 0): Found => ({
  fault,
  subjects,
  count,
})
const counted = (fault: ReadinessFault, count: number): Found =>
  count === 0 ? found(null) : found(fault, [], count)

const look: Readonly<Record<ReadinessItem, (input: ReadinessInput) => Found>> = {
  title: ({ game }) => found(game.title.trim() === '' ? 'titleBlank' : null),
  times: ({ game, now }) => {
    const { start, end } = game
    if (end <= start) return found('endBeforeStart')
    // Once the game is public, that is as intended.
    return found(isSecret(game) && start <= now ? 'alreadyStarted' : null)
  },
  description: ({ game }) => found(game.content.trim() === '' ? 'noDescription' : null),
  poster: ({ game }) => found(game.poster === null ? 'noPoster' : null),
  challenges: ({ challenges }) => {
    if (!challenges.some(({ isEnabled }) => isEnabled)) return found('noneEnabled')
    const alike = withTakenTitle(challenges)
    return found(
      alike.length === 0 ? null : 'titleTwice',
      alike.map(({ id, title }) => ({ id, name: title })),
    )
  },
  playable: ({ challenges }) => {
    const lacking = challenges.filter(({ isEnabled, lacks = [] }) => isEnabled && lacks.length > 0)
    return found(
      lacking.length === 0 ? null : 'lacking',
      lacking.map(({ id, title }) => ({ id, name: title })),
    )
  },
  networks: ({ challenges, warnings = [] }) => {
    const warned = new Set(warnings.map(({ code }) => code))
    const refused = challenges.filter(
      ({ isEnabled, networkMode }) =>
        isEnabled &&
        networkMode != null &&
        warned.has(networkMode === 'Isolated' ? 'instances.isolatedRefused' : 'instances.refused'),
    )
    return found(
      refused.length === 0 ? null : 'networkRefused',
      refused.map(({ id, title }) => ({ id, name: title })),
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
  entry: ({ game, divisions }) => {
    const open = openDivisions(game, divisions)
    return found(open.length === 0 ? null : 'openToAll', open)
  },
  unsolved: ({ overview }) => {
    const stuck = (overview?.challenges ?? []).filter(isUnsolved)
    return found(
      stuck.length === 0 ? null : 'nobodySolved',
      stuck.map(({ id, title }) => ({ id, name: title })),
    )
  },
  waiting: ({ overview }) => counted('teamsWaiting', overview?.pending ?? 0),
  copied: ({ overview }) => counted('copiesToJudge', overview?.cheats ?? 0),
  writeups: ({ game: { writeupRequired, writeupDeadline }, overview, now }) => {
    if (writeupRequired && writeupDeadline > now) return found('writeupsComing')
    return counted('writeupsToRead', overview?.writeups ?? 0)
  },
  // Players need them for practice.
  running: ({ game, overview }) =>
    counted('instancesLeft', game.practiceMode ? 0 : (overview?.instances ?? 0)),
  captures: ({ captures = 0 }) => counted('capturesLeft', captures),
  // Once results are published, everyone knows.
  reveal: ({ game }) => found(game.resultsAt === undefined ? 'toReveal' : null),
  results: ({ game: { freezeAt, resultsAt } }) => {
    if (resultsAt !== undefined) return found(null)
    return found(freezeAt === undefined ? 'resultsToPublish' : 'stillFrozen')
  },
  ctftime: ({ game }) => found(game.resultsAt === undefined ? 'resultsFirst' : 'toUpload'),
  archive: () => found('toArchive'),
  writeup: ({ game: { writeupRequired, writeupDeadline, end } }) =>
    found(writeupRequired && writeupDeadline <= end ? 'writeupBeforeEnd' : null),
  address: ({ warnings = [] }) => {
    // With a value, it is the address of a server that only its own machine can reach.
    const missing = warnings.some(({ code, values }) => code === 'publicUrl.missing' && values.length === 0)
    if (missing) return found('addressMissing')
    return found(warnings.some(({ code }) => code === 'publicUrl.plain') ? 'addressPlain' : null)
  },
  instances: ({ warnings = [] }) =>
    found(warnings.some(({ code }) => code === 'instances.sameHost') ? 'instancesOnSite' : null),
  visible: ({ game }) => found(isSecret(game) ? 'hidden' : null),
}

const nameKey = (name: string): string => name.trim().toLowerCase()

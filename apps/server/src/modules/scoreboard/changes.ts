import type { ScoreboardChanges } from '@pennant/contract/scoreboard-changes'
import {
  changesOn,
  type ShownBoard,
  type Step,
  stepBetween,
  stepsSince,
} from '@pennant/rules/scoreboard/changes'
import { type Reply, versioned } from '../../http/reply.ts'
import type { PublicBoard } from '../../core/game/public-board.ts'

type Shown = ShownBoard & Pick<PublicBoard, 'frozenAt' | 'modified' | 'tag' | 'version'>

/** `newest`: of the version that the game had when asked. It may not be written yet, or older than what is. */
type Asked = { since: number | undefined; newest: number; spreadMs: () => number }

export type ChangeList = (asked: Asked) => Reply

// Clients that hear nothing of versions ask every ten seconds.
const mostSteps = 500
const comparedPerSolve = 15

/** None where readers of the version before need the whole board. Yields the work that `BoardWriter` counts. */
export function* stepsTo(
  after: Shown,
  before: (Shown & { readonly steps: readonly Step[] }) | undefined,
): Generator<number, readonly Step[]> {
  if (before === undefined || before.frozenAt !== null || after.frozenAt !== null) return []
  if (before.tag === after.tag) return before.steps
  if (before.version >= after.version) return []
  const portions = stepBetween(before, after)
  let portion = portions.next()
  for (; portion.done !== true; portion = portions.next()) yield portion.value / comparedPerSolve
  const step = portion.value
  if (step === null) return []
  return [...before.steps.slice(1 - mostSteps), { from: before.version, to: after.version, ...step }]
}

/** Of one version of a board, whose JSON has `bytes`. */
export const createChangeList = (shown: Shown, steps: readonly Step[], bytes: number): ChangeList => {
  const { version, frozenAt, modified, tag } = shown
  const head = { version, ...(frozenAt === null ? {} : { frozenAt }) }
  /** By the version that they begin with. Null: its readers need the whole. */
  const replies = new Map<number, Reply | null>()
  let changesOf: ReturnType<typeof changesOn> | undefined

  const replyWith = (told: ScoreboardChanges, name: string): Reply =>
    versioned({ tag: `${tag}-C${name}`, modified, value: told })

  const make = (found: readonly Step[], from: number): Reply | null => {
    changesOf ??= changesOn(shown)
    const made = changesOf(found)
    if (made === null || (made.solves.length > 0 && JSON.stringify(made).length >= bytes)) return null
    return replyWith({ ...head, changes: { updateTimeUtc: modified.getTime(), ...made } }, `${from}`)
  }

  const replyTo = (found: readonly Step[]): Reply | null => {
    const from = found[0]?.from ?? version
    const known = replies.get(from)
    if (known !== undefined) return known
    const reply = make(found, from)
    replies.set(from, reply)
    return reply
  }

  // Not kept: the first readers after a start are few, and all others would come as close together as they.
  const whole = (spreadMs: number): Reply => replyWith({ ...head, spreadMs }, `W${spreadMs}`)

  return ({ since, newest, spreadMs }) => {
    // Readers that got a newer version from another process keep it until this one has written it.
    const isKnown = since !== undefined && since <= Math.max(newest, version)
    const found = isKnown ? stepsSince(steps, version, Math.min(since, version)) : null
    return (found && replyTo(found)) ?? whole(spreadMs())
  }
}

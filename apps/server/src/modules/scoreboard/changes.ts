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

/** `newest`: of the version that the game has, which may not be written yet. */
type Asked = { since: number | undefined; newest: number; spreadMs: () => number }

export type ChangeList = (asked: Asked) => Reply

// Clients that hear nothing of versions ask every ten seconds.
const mostSteps = 500
const whole = -1

/** None where readers of the version before need the whole board. */
export const stepsTo = (
  after: Shown,
  before: (Shown & { readonly steps: readonly Step[] }) | undefined,
): readonly Step[] => {
  if (before === undefined || before.frozenAt !== null || after.frozenAt !== null) return []
  if (before.tag === after.tag) return before.steps
  if (before.version >= after.version) return []
  const step = stepBetween(before, after)
  if (step === null) return []
  return [...before.steps.slice(1 - mostSteps), { from: before.version, to: after.version, ...step }]
}

/** Of one version of a board, whose JSON has `bytes`. */
export const createChangeList = (shown: Shown, steps: readonly Step[], bytes: number): ChangeList => {
  const { version, frozenAt, modified, tag } = shown
  const replies = new Map<number, Reply>()
  let changesOf: ReturnType<typeof changesOn> | undefined

  const write = (found: readonly Step[] | null, spreadMs: () => number): ScoreboardChanges => {
    const head = { version, ...(frozenAt === null ? {} : { frozenAt }) }
    changesOf ??= changesOn(shown)
    const made = found && changesOf(found)
    if (made !== null && (made.solves.length === 0 || JSON.stringify(made).length < bytes))
      return { ...head, changes: { updateTimeUtc: modified.getTime(), ...made } }
    return { ...head, spreadMs: spreadMs() }
  }

  return ({ since, newest, spreadMs }) => {
    // Readers that got a newer version from another process keep it until this one has written it.
    const from = since !== undefined && since <= newest ? Math.min(since, version) : null
    const found = from === null ? null : stepsSince(steps, version, from)
    const key = found === null ? whole : (found[0]?.from ?? version)
    const known = replies.get(key)
    if (known !== undefined) return known
    const reply = versioned({ tag: `${tag}-C${key}`, modified, value: write(found, spreadMs) })
    replies.set(key, reply)
    return reply
  }
}

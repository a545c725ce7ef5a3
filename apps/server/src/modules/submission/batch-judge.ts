import { hasEnded } from '@pennant/rules/game/phase'
import { hidesSince } from '@pennant/rules/scoreboard/freeze'
import { bloodAtJudging } from '@pennant/rules/submission/blood-type'
import { type Game, pairKey } from '../../core/game/game.ts'
import { type Admitted, isDynamic, pairOf } from './guess.ts'
import type { JudgedRow, NoticeRow } from './store.ts'

// Clocks of two processes may differ by this much unnoticed.
const clockSkewMs = 1_000

// A right answer is never earlier than the one accepted before it, so that the order of acceptance, which the
// ledger gives, is that of the times and no blood changes hands. No answer moves past a deadline or the end.
// It stays on its side of the freeze, and what is hidden moves no other. Nor does a clock that is far ahead.
const acceptedAt = (
  { arrived, challenge }: Admitted,
  latest: number,
  { end, now }: { end: number; now: number },
): number => {
  const bound = Math.min(end - 1, challenge.deadline ?? Number.POSITIVE_INFINITY, now + clockSkewMs)
  return latest > arrived && latest <= bound ? latest : arrived
}

export const isHidden = ({ settings }: Pick<Game, 'settings'>, time: number): boolean =>
  hidesSince(settings, time)

/** The game must not change meanwhile. */
export class BatchJudge {
  readonly rows: JudgedRow[] = []
  readonly notices: NoticeRow[] = []
  readonly held: NoticeRow[] = []
  private readonly game: Game
  private readonly now: number
  private readonly solvedHere = new Set<string>()
  private readonly bloodsHere = new Map<number, { shown: number; all: number }>()
  private readonly latest: { shown: number; hidden: number }

  constructor(game: Game, now: number) {
    this.game = game
    this.now = now
    this.latest = { shown: game.frozen?.latestSolve ?? game.latestSolve, hidden: game.latestSolve }
  }

  rule(guess: Admitted, status: 'Accepted' | 'WrongAnswer'): void {
    const solves = status === 'Accepted' && this.isFirst(guess)
    const side = isHidden(this.game, guess.arrived) ? 'hidden' : 'shown'
    const time = solves
      ? acceptedAt(guess, this.latest[side], { end: this.game.settings.end, now: this.now })
      : guess.arrived
    if (solves) {
      this.latest[side] = Math.max(this.latest[side], time)
      this.announce(guess, time)
    }
    this.rows.push({
      participationId: guess.participation.id,
      challengeId: guess.challenge.id,
      userId: guess.userId,
      teamId: guess.participation.teamId,
      answer: guess.answer,
      status,
      time,
      solves,
      suspect: status === 'WrongAnswer' && isDynamic(guess.challenge),
    })
  }

  private isFirst(guess: Admitted): boolean {
    const pair = pairOf(guess)
    const key = pairKey(pair)
    if (this.solvedHere.has(key) || this.game.hasSolved(pair.participationId, pair.challengeId)) return false
    this.solvedHere.add(key)
    return true
  }

  private announce({ challenge, participation, permissions }: Admitted, time: number): void {
    const { settings, board, frozen } = this.game
    const hidden = isHidden(this.game, time)
    const before = hidden ? board : (frozen?.board ?? board)
    const here = this.bloodsHere.get(challenge.id) ?? { shown: 0, all: 0 }
    const earlier = (before.challengeOf(challenge.id)?.bloods.length ?? 0) + (hidden ? here.all : here.shown)
    const type = bloodAtJudging({ game: settings, challenge, permissions, time, earlier })
    if (type !== 'FirstBlood' && type !== 'SecondBlood' && type !== 'ThirdBlood') return
    const shown = here.shown + (hidden ? 0 : 1)
    this.bloodsHere.set(challenge.id, { shown, all: here.all + 1 })
    if (hasEnded(settings, this.now)) return
    const values = [participation.teamName, challenge.title] as const
    if (hidden) this.held.push({ type, values, time })
    else this.notices.push({ type, values, time: Math.max(time, this.now) })
  }
}

import type { ChallengeItem, ScoreboardItem } from '@pennant/contract/scoreboard'

/** A line of the board as JSON, in the pieces that move at different times. */
export type Line = {
  readonly head: string
  readonly solves: Buffer
  readonly tail: string
  readonly length: number
}

type Lasting = {
  item: ScoreboardItem
  readonly identity: string
  readonly solves: Buffer
  readonly scoresAt: readonly number[]
}

export type Lines = {
  /** Its bytes only hold until the next line of the team is written. */
  of(item: ScoreboardItem): { line: Line; work: number }
  /** Forgets teams that are no longer on the board. */
  keep(items: readonly ScoreboardItem[]): void
}

// A solve moves the points of everyone who has solved the same challenge, which is a few digits in each line.
// They are replaced in place.
export const createLines = (): Lines => {
  const byTeam = new Map<number, Lasting>()

  const lastingOf = (item: ScoreboardItem): { lasting: Lasting; work: number } => {
    const { solvedChallenges: solved } = item
    const known = byTeam.get(item.id)
    if (known !== undefined && isSameTeam(known.item, item)) {
      const areSame = known.item.solvedChallenges === solved
      if (areSame || replaceScores(known, solved)) {
        known.item = item
        return { lasting: known, work: areSame ? 0 : solved.length / patchesPerSolve }
      }
    }
    const lasting = { item, identity: identityOf(item), ...writeSolves(solved) }
    byTeam.set(item.id, lasting)
    return { lasting, work: solved.length }
  }

  return {
    of(item) {
      const { lasting, work } = lastingOf(item)
      const { identity, solves } = lasting
      const head =
        `${identity}"score":${item.score},"rank":${item.rank},"divisionRank":${item.divisionRank},` +
        `"lastSubmissionTime":${item.lastSubmissionTime},"solvedChallenges":[`
      const byHand = item.adjustment === undefined ? '' : `,"adjustment":${item.adjustment}`
      const tail = `],"solvedCount":${item.solvedCount}${byHand}}`
      return {
        line: { head, solves, tail, length: Buffer.byteLength(head) + solves.length + tail.length },
        work,
      }
    },
    keep(items) {
      if (byTeam.size === items.length) return
      const there = new Set(items.map(({ id }) => id))
      for (const id of byTeam.keys()) if (!there.has(id)) byTeam.delete(id)
    },
  }
}

/** Returns where it ends. */
export const placeLine = (target: Buffer, at: number, { head, solves, tail }: Line): number => {
  let end = at + target.write(head, at)
  end += solves.copy(target, end)
  return end + target.write(tail, end)
}

const patchesPerSolve = 10

const identityOf = ({ id, name, bio, avatar, divisionId }: ScoreboardItem): string =>
  `{"id":${id},"name":${JSON.stringify(name)},"bio":${JSON.stringify(bio)},` +
  `"avatar":${JSON.stringify(avatar)},"divisionId":${divisionId},`

const isSameTeam = (one: ScoreboardItem, other: ScoreboardItem): boolean =>
  one.name === other.name &&
  one.bio === other.bio &&
  one.avatar === other.avatar &&
  one.divisionId === other.divisionId

const writeSolves = (solved: readonly ChallengeItem[]): Pick<Lasting, 'solves' | 'scoresAt'> => {
  const scoresAt: number[] = []
  let text = ''
  let bytes = 0
  for (const { id, score, type, userName, time } of solved) {
    const before = `${text === '' ? '' : ','}{"id":${id},"score":`
    const user = userName === null ? 'null' : JSON.stringify(userName)
    const rest = `${score},"type":"${type}","userName":${user},"time":${time}}`
    scoresAt.push(bytes + before.length)
    bytes += before.length + Buffer.byteLength(rest)
    text += before + rest
  }
  return { solves: Buffer.from(text), scoresAt }
}

/** False if more than points has changed, or their number of digits. The line must be written again then. */
const replaceScores = ({ item, solves, scoresAt }: Lasting, solved: readonly ChallengeItem[]): boolean => {
  const { solvedChallenges: before } = item
  if (before.length !== solved.length) return false
  for (const [index, solve] of solved.entries()) {
    const old = before[index]
    if (old === solve) continue
    const at = scoresAt[index]
    if (old === undefined || at === undefined || !areAlike(old, solve)) return false
    const digits = String(solve.score)
    if (digits.length !== String(old.score).length) return false
    solves.write(digits, at, 'latin1')
  }
  return true
}

const areAlike = (one: ChallengeItem, other: ChallengeItem): boolean =>
  one.id === other.id && one.type === other.type && one.userName === other.userName && one.time === other.time

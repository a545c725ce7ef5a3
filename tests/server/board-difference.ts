import type { Scoreboard, ScoreboardItem } from '@pennant/contract/scoreboard'
import type { BloodDifference, Difference, NamedTeam } from '@pennant/rules/scoreboard/what-if'

type Boards = { before: Scoreboard; after: Scoreboard }

const named = ({ id, name }: NamedTeam): NamedTeam => ({ id, name })
const itemOf = ({ items }: Scoreboard, id: number): ScoreboardItem | undefined =>
  items.find((one) => one.id === id)
const standingIn = (board: Scoreboard, id: number) => {
  const item = itemOf(board, id)
  if (item === undefined) return null
  return { rank: item.rank, divisionRank: item.divisionRank, points: item.score }
}
const leaderOf = ({ items }: Scoreboard): NamedTeam | null => {
  const first = items.find(({ rank, score }) => rank === 1 && score > 0)
  return first === undefined ? null : named(first)
}
const tenOf = ({ items }: Scoreboard): ScoreboardItem[] => items.filter(({ rank }) => rank >= 1 && rank <= 10)
const without = (some: readonly NamedTeam[], others: readonly NamedTeam[]): NamedTeam[] =>
  some.filter(({ id }) => !others.some((other) => other.id === id)).map(named)
const challengesOf = ({ challenges }: Scoreboard) => Object.values(challenges).flat()

const bloodsBetween = ({ before, after }: Boards): BloodDifference[] => {
  const all = new Map([...challengesOf(after), ...challengesOf(before)].map((one) => [one.id, one.title]))
  const holderIn = (board: Scoreboard, id: number, place: number): NamedTeam | null => {
    const blood = challengesOf(board).find((one) => one.id === id)?.bloods[place - 1]
    return blood === undefined ? null : named(blood)
  }
  return [...all].flatMap(([challengeId, title]) =>
    ([1, 2, 3] as const)
      .map((place) => ({
        ...{ challengeId, title, place },
        before: holderIn(before, challengeId, place),
        after: holderIn(after, challengeId, place),
      }))
      .filter((one) => one.before?.id !== one.after?.id),
  )
}

/** What differs between two boards that the server answered, in words of its own. */
export const differenceBetween = (boards: Boards): Difference => {
  const { before, after } = boards
  const fresh = after.items.filter(({ id }) => itemOf(before, id) === undefined)
  const [ten, next] = [tenOf(before), tenOf(after)]
  return {
    teams: [...before.items, ...fresh]
      .map((item) => ({
        ...named(item),
        before: standingIn(before, item.id),
        after: standingIn(after, item.id),
      }))
      .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after)),
    bloods: sortedBloods(bloodsBetween(boards)),
    leader: { before: leaderOf(before), after: leaderOf(after) },
    firstTen: { enter: without(next, ten), leave: without(ten, next) },
  }
}

/** In an order that doesn't depend on that of the challenges. */
export const inOrder = (difference: Difference): Difference => ({
  ...difference,
  bloods: sortedBloods(difference.bloods),
})

const sortedBloods = (bloods: readonly BloodDifference[]): BloodDifference[] =>
  bloods.toSorted((one, other) => one.challengeId - other.challengeId || one.place - other.place)

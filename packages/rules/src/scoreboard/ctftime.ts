import type { CtftimeStanding } from '@pennant/contract/ctftime'
import type { ChallengeInfo, ScoreboardItem } from '@pennant/contract/scoreboard'
import { never } from './team.ts'

type Task = Pick<ChallengeInfo, 'category' | 'id' | 'title'>
export type TaskNames = ReadonlyMap<number, string>

/** There, the name is all that tells tasks apart. In the order of the challenges. */
export const taskNames = (challenges: readonly Task[]): TaskNames => {
  const titles = countOf(challenges.map(({ title }) => title))
  const withCategory = ({ title, category }: Task): string => `${title} (${category})`
  const wanted = challenges.map((task) => (titles.get(task.title) === 1 ? task.title : withCategory(task)))
  const uses = countOf(wanted)
  const taken = new Set(wanted.filter((name) => uses.get(name) === 1))
  return new Map(
    challenges.map((task, index) => {
      let name = wanted[index] ?? task.title
      if (uses.get(name) !== 1) {
        do name = `${name} #${task.id}`
        while (taken.has(name))
        taken.add(name)
      }
      return [task.id, name]
    }),
  )
}

const countOf = (texts: readonly string[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/** Null where the team has no rank. A division ranks all of its teams. */
export const positionIn = (item: ScoreboardItem, divisionId: number | null): number | null => {
  const rank = divisionId === null ? item.rank : item.divisionId === divisionId ? item.divisionRank : null
  return rank === null || rank === 0 ? null : rank
}

export const minimalStanding = ({ name, score }: ScoreboardItem, pos: number): CtftimeStanding => ({
  ...{ pos, team: name, score },
})

export const fullStanding = (item: ScoreboardItem, pos: number, names: TaskNames): CtftimeStanding => {
  const { lastSubmissionTime: last, solvedChallenges } = item
  const stats = solvedChallenges.flatMap(({ id, score: points, time }) => {
    const name = names.get(id)
    return name === undefined ? [] : [[name, { points, time: secondsOf(time) }] as const]
  })
  return {
    ...minimalStanding(item, pos),
    taskStats: Object.fromEntries(stats),
    ...(last === never ? {} : { lastAccept: secondsOf(last) }),
  }
}

const secondsOf = (time: number): number => Math.floor(time / 1000)

/** The same JSON without any byte that is not ASCII. */
export const inAscii = (json: string): string =>
  json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

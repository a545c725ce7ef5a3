import type { ChallengeInfo, TimeLineItem, TopTimeLine } from '@pennant/contract/scoreboard'

export type ChallengeList = { text: string; count: number }

export type PartTexts = {
  challenges(challenges: readonly ChallengeInfo[]): ChallengeList
  timelines(timelines: readonly TimeLineItem[]): string
}

/** Unchanged parts keep their object from one board to the next, and with it their text. */
export const createPartTexts = (): PartTexts => {
  const challengeText = once(
    ({
      id,
      title,
      category,
      score,
      solved,
      deadline,
      bloods,
      disableBloodBonus,
      level,
      tags,
    }: ChallengeInfo) =>
      JSON.stringify({
        ...{ id, title, category, score, solved, deadline },
        bloods: bloods.map(({ id: team, name, avatar, submitTimeUtc }) => ({
          id: team,
          name,
          avatar,
          submitTimeUtc,
        })),
        disableBloodBonus,
        // JSON.stringify leaves out members that are undefined.
        ...{ level, tags },
      }),
  )
  // A team is on the timeline of all and on that of its division.
  const teamText = once(({ id, name, items }: TopTimeLine) =>
    JSON.stringify({ id, name, items: items.map(({ time, score }) => ({ time, score })) }),
  )

  return {
    challenges(challenges) {
      const byCategory = new Map<string, string[]>()
      for (const challenge of challenges) {
        const texts = byCategory.get(challenge.category) ?? []
        byCategory.set(challenge.category, texts)
        texts.push(challengeText(challenge))
      }
      const members = [...byCategory].map(([category, texts]) => `"${category}":[${texts.join(',')}]`)
      return { text: `{${members.join(',')}}`, count: challenges.length }
    },
    timelines(timelines) {
      const texts = timelines.map(
        ({ divisionId, teams }) => `{"divisionId":${divisionId},"teams":[${teams.map(teamText).join(',')}]}`,
      )
      return `[${texts.join(',')}]`
    },
  }
}

const once = <Part extends object>(write: (part: Part) => string): ((part: Part) => string) => {
  const texts = new WeakMap<Part, string>()
  return (part) => {
    const known = texts.get(part) ?? write(part)
    texts.set(part, known)
    return known
  }
}

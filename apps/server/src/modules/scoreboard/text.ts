import type { ChallengeInfo, ChallengeItem, ScoreboardItem, TimeLineItem } from '@pennant/contract/scoreboard'
import type { Board } from '@pennant/rules/scoreboard/board'

export type BoardText = {
  items: string
  itemOf(participationId: number): string | undefined
  challenges(shown: (challenge: ChallengeInfo) => boolean): { text: string; count: number }
  timelines: string
}

export const createBoardWriter = () => {
  const solveTexts = new WeakMap<ChallengeItem, string>()
  const itemTexts = new WeakMap<ScoreboardItem, string>()
  const challengeTexts = new WeakMap<ChallengeInfo, string>()
  const timelineTexts = new WeakMap<TimeLineItem, string>()

  const solveText = (solve: ChallengeItem): string => {
    const known = solveTexts.get(solve)
    if (known !== undefined) return known
    const { id, score, type, userName, time } = solve
    const user = userName === null ? 'null' : JSON.stringify(userName)
    const text = `{"id":${id},"score":${score},"type":"${type}","userName":${user},"time":${time}}`
    solveTexts.set(solve, text)
    return text
  }

  const itemText = (item: ScoreboardItem): string => {
    const known = itemTexts.get(item)
    if (known !== undefined) return known
    const text =
      `{"id":${item.id},"name":${JSON.stringify(item.name)},"bio":${JSON.stringify(item.bio)},` +
      `"avatar":${JSON.stringify(item.avatar)},"divisionId":${item.divisionId},"score":${item.score},` +
      `"rank":${item.rank},"divisionRank":${item.divisionRank},"lastSubmissionTime":${item.lastSubmissionTime},` +
      `"solvedChallenges":[${joined(item.solvedChallenges, solveText)}],"solvedCount":${item.solvedCount}}`
    itemTexts.set(item, text)
    return text
  }

  const challengeText = (challenge: ChallengeInfo): string => {
    const known = challengeTexts.get(challenge)
    if (known !== undefined) return known
    const text = JSON.stringify({
      id: challenge.id,
      title: challenge.title,
      category: challenge.category,
      score: challenge.score,
      solved: challenge.solved,
      deadline: challenge.deadline,
      bloods: challenge.bloods.map(({ id, name, avatar, submitTimeUtc }) => ({
        id,
        name,
        avatar,
        submitTimeUtc,
      })),
      disableBloodBonus: challenge.disableBloodBonus,
    })
    challengeTexts.set(challenge, text)
    return text
  }

  const timelineText = (timeline: TimeLineItem): string => {
    const known = timelineTexts.get(timeline)
    if (known !== undefined) return known
    const text = JSON.stringify({
      divisionId: timeline.divisionId,
      teams: timeline.teams.map(({ id, name, items }) => ({
        id,
        name,
        items: items.map(({ time, score }) => ({ time, score })),
      })),
    })
    timelineTexts.set(timeline, text)
    return text
  }

  return (board: Board): BoardText => ({
    items: `[${joined(board.items(), itemText)}]`,
    itemOf(participationId) {
      const item = board.itemOf(participationId)
      return item === undefined ? undefined : itemText(item)
    },
    challenges(shown) {
      const byCategory = new Map<string, string[]>()
      let count = 0
      for (const challenge of board.challenges()) {
        if (!shown(challenge)) continue
        count++
        const texts = byCategory.get(challenge.category) ?? []
        byCategory.set(challenge.category, texts)
        texts.push(challengeText(challenge))
      }
      const members = [...byCategory].map(([category, texts]) => `"${category}":[${texts.join(',')}]`)
      return { text: `{${members.join(',')}}`, count }
    },
    timelines: `[${joined(board.timelines(), timelineText)}]`,
  })
}

const joined = <T>(values: readonly T[], textOf: (value: T) => string): string => {
  let text = ''
  for (const value of values) text += text === '' ? textOf(value) : `,${textOf(value)}`
  return text
}

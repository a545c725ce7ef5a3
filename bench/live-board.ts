import { createEvent } from './event/create-event.ts'
import type { BenchEvent } from './event/event.ts'
import type { EventSize } from './event/size.ts'
import { loadEvent } from './loader/load-event.ts'
import type { Site } from '@pennant/load/address'
import type { BoardJob } from './workers/board-job.ts'
import { getRequest, postRequest } from '@pennant/load/request'

const nearlyDay = 82_800_000
const mostSolves = 1_000

/** Every solve still lowers its challenge's value, and so changes the lines of all who have solved it. */
const createLiveEvent = (size: EventSize): BenchEvent => {
  const now = Date.now()
  const event = createEvent({ size, start: now - nearlyDay })
  const everFalling = { originalScore: 10_000, difficulty: size.teams, deadline: null }
  return {
    ...event,
    challenges: event.challenges.map((challenge) => ({ ...challenge, ...everFalling })),
    submissions: event.submissions.filter(({ time }) => time < now),
  }
}

export type LiveBoard = {
  job: Omit<BoardJob, 'everyMs' | 'solves'>
  take(count: number): string[]
}

export const createLiveBoard = async (database: string, size: EventSize, site: Site): Promise<LiveBoard> => {
  const loaded = await loadEvent(database, createLiveEvent(size))
  const { gameId, event, challengeId, flag, cookie } = loaded
  const solved = new Set(event.submissions.map(({ team, challenge }) => `${team} ${challenge}`))
  const open = Array.from({ length: mostSolves }, (_, each) => {
    const challenge = each % size.challenges
    let team = each
    while (solved.has(`${team} ${challenge}`)) team = (team + 1) % size.teams
    solved.add(`${team} ${challenge}`)
    return { team, challenge }
  })
  const requests = open.map(({ team, challenge }) =>
    postRequest(
      `/api/game/${gameId}/challenges/${challengeId(challenge)}`,
      { flag: flag(team, challenge) },
      { cookie: cookie(event.teams[team]?.members[0] ?? 0, site) },
    ),
  )
  return {
    job: {
      ...{ site, database, gameId },
      read: getRequest(`/api/game/${gameId}/scoreboard`, { headers: { 'accept-encoding': 'gzip, br' } }),
    },
    take: (count) => requests.splice(0, count),
  }
}

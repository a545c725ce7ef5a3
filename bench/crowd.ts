import type { SubmitPlayer } from './crew/submit-job.ts'
import type { LoadedEvent } from './loader/loaded-event.ts'
import type { ServerProcess } from './server-process.ts'

/** So many challenges of every team nobody is sent to solve. */
const keptBack = 2

/** The players of an event, and what their teams have not solved yet. */
export type Crowd = {
  /** So many of different teams, others than the last time, spread over the servers. */
  send(count: number, servers: readonly ServerProcess[]): Squad
  /** One of those that are kept back. */
  keep(team: number): { challenge: number; path: string; flag: string }
}

export type Squad = {
  players: readonly SubmitPlayer[]
  /** How many of their right answers they have given. */
  returned(given: readonly number[]): void
}

export const createCrowd = (loaded: LoadedEvent): Crowd => {
  const { event, gameId, challengeId, cookie, flag } = loaded
  const solved = new Set(
    event.submissions.filter(({ right }) => right).map(({ team, challenge }) => `${team} ${challenge}`),
  )
  const unsolved = event.teams.map((_, team) =>
    event.challenges.map((__, challenge) => challenge).filter((each) => !solved.has(`${team} ${each}`)),
  )
  const pathOf = (challenge: number): string => `/api/game/${gameId}/challenges/${challengeId(challenge)}`
  const paths = event.challenges.map((_, challenge) => pathOf(challenge))
  let next = 0

  return {
    send(count, servers) {
      const teams = Array.from({ length: count }, () => next++ % event.teams.length)
      return {
        players: teams.map((team, place) => ({
          port: servers[place % servers.length]?.port ?? 0,
          cookie: cookie(event.teams[team]?.members[0] ?? 0),
          paths,
          right: (unsolved[team] ?? []).slice(0, -keptBack).map((challenge) => ({
            path: pathOf(challenge),
            flag: flag(team, challenge),
          })),
        })),
        returned(given) {
          for (const [place, count_] of given.entries()) unsolved[teams[place] ?? 0]?.splice(0, count_)
        },
      }
    },

    keep(team) {
      const challenge = unsolved[team]?.pop()
      if (challenge === undefined) throw new Error(`team ${team} has solved everything`)
      return { challenge, path: pathOf(challenge), flag: flag(team, challenge) }
    },
  }
}

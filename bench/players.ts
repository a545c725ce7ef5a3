import type { LoadedEvent } from './loader/loaded-event.ts'
import type { ServerProcess } from './server-process.ts'
import type { SubmitPlayer } from './workers/submit-job.ts'

const keptBack = 2

export type Players = {
  send(count: number, servers: readonly ServerProcess[]): PlayerGroup
  keep(team: number): { challenge: number; path: string; flag: string }
}

export type PlayerGroup = {
  players: readonly SubmitPlayer[]
  returned(given: readonly number[]): void
}

export const createPlayers = (loaded: LoadedEvent): Players => {
  const { event, gameId, challengeId, cookie, flag } = loaded
  const solved = new Set(
    event.submissions.filter(({ right }) => right).map(({ team, challenge }) => `${team} ${challenge}`),
  )
  const unsolved = event.teams.map((_, team) =>
    event.challenges.map((__, challenge) => challenge).filter((each) => !solved.has(`${team} ${each}`)),
  )
  const pathOf = (challenge: number): string => `/api/game/${gameId}/challenges/${challengeId(challenge)}`
  const paths = event.challenges.map((_, challenge) => pathOf(challenge))
  const kept = unsolved.map((challenges) => challenges.splice(-keptBack))
  let open = event.challenges.flatMap((_, turn) =>
    unsolved.flatMap((challenges, team) => {
      const challenge = challenges[turn]
      return challenge === undefined ? [] : [{ team, challenge }]
    }),
  )
  let next = 0
  const cookieOf = (team: number): string => cookie(event.teams[team]?.members[0] ?? 0)

  return {
    send(count, servers) {
      const dealt = Array.from({ length: count }, (_, player) =>
        open.filter((__, index) => index % count === player),
      )
      return {
        players: dealt.map((right, player) => ({
          port: servers[player % servers.length]?.port ?? 0,
          cookie: cookieOf(next++ % event.teams.length),
          paths,
          right: right.map(({ team, challenge }) => ({
            path: pathOf(challenge),
            flag: flag(team, challenge),
            cookie: cookieOf(team),
          })),
        })),
        returned(given) {
          open = open.filter((_, index) => Math.floor(index / count) >= (given[index % count] ?? 0))
        },
      }
    },

    keep(team) {
      const challenge = kept[team]?.pop()
      if (challenge === undefined) throw new Error(`team ${team} has solved everything`)
      return { challenge, path: pathOf(challenge), flag: flag(team, challenge) }
    },
  }
}

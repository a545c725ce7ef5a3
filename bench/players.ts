import { callerOf, type LoadedEvent } from './loader/loaded-event.ts'
import type { Site } from '@pennant/load/address'
import { postRequest } from '@pennant/load/request'
import type { SubmitPlayer } from '@pennant/load/submit-job'

const keptBack = 2

export type Players = {
  /** A player is one user, or, in a `crowd`, has the users of many teams take turns: limits count each of them. */
  send(count: number, sites: readonly Site[], options?: { crowd?: boolean }): PlayerGroup
  keep(team: number): { challenge: number; path: string; flag: string }
}

export type PlayerGroup = {
  players: readonly SubmitPlayer[]
  returned(given: readonly number[]): void
}

export const createPlayers = (loaded: LoadedEvent): Players => {
  const { event, gameId, challengeId, flag } = loaded
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
  const captainOf = (team: number): number => event.teams[team % event.teams.length]?.members[0] ?? 0
  const usersFor = (player: number, count: number, crowd: boolean): number[] =>
    crowd ? event.users.map((_, user) => user).filter((user) => user % count === player) : [captainOf(next++)]

  return {
    send(count, sites, { crowd = false } = {}) {
      const dealt = Array.from({ length: count }, (_, player) =>
        open.filter((__, index) => index % count === player),
      )
      return {
        players: dealt.map((right, player) => {
          const site = sites[player % sites.length]
          if (site === undefined) throw new Error('no server')
          const users = usersFor(player, count, crowd)
          return {
            site,
            wrong: Array.from({ length: Math.max(paths.length, users.length) }, (_, index) =>
              postRequest(
                paths[index % paths.length] ?? '',
                { flag: `flag{not_${player}_this}` },
                callerOf(loaded, users[index % users.length] ?? 0, site),
              ),
            ),
            right: right.map(({ team, challenge }) =>
              postRequest(
                pathOf(challenge),
                { flag: flag(team, challenge) },
                callerOf(loaded, captainOf(team), site),
              ),
            ),
          }
        }),
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

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { BenchEvent } from '../event/event.ts'
import { loadFreeze } from './freeze.ts'
import { loadGame } from './game.ts'
import { loadHistory } from './history.ts'
import { drawIdsAfter, lastId } from './insert.ts'
import { isDynamic, type LoadedEvent, userIdOf } from './loaded-event.ts'
import { loadPeople } from './people.ts'
import { loadPoints } from './points.ts'

export type LoadOptions = {
  /** Teams get their flags when they first see a challenge. */
  fresh?: boolean
}

export const loadEvent = async (
  url: string,
  event: BenchEvent,
  { fresh = false }: LoadOptions = {},
): Promise<LoadedEvent> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('begin')
    const loaded = await placesOf(client, event)
    await loadPeople(client, loaded)
    await loadGame(client, loaded)
    await loadHistory(client, loaded, { fresh })
    await loadPoints(client, loaded.gameId)
    await loadFreeze(client, loaded.gameId)
    for (const table of ['game', 'division', 'challenge', 'team', 'participation', 'submission'])
      await drawIdsAfter(client, table)
    await client.query('commit')
    await client.query('vacuum analyze')
    return loaded
  } finally {
    await client.end()
  }
}

const placesOf = async (client: pg.ClientBase, event: BenchEvent): Promise<LoadedEvent> => {
  const gameId = 1 + (await lastId(client, 'game'))
  const firstChallenge = 1 + (await lastId(client, 'challenge'))
  const firstParticipation = 1 + (await lastId(client, 'participation'))
  const tokens = event.users.map(() => randomBytes(32).toString('base64url'))
  return {
    event,
    gameId,
    challengeId: (challenge) => firstChallenge + challenge,
    participationId: (team) => firstParticipation + team,
    userId: (user) => userIdOf(gameId, user),
    // A database may contain two events.
    userName: (user) => `${event.users[user]?.userName ?? ''}-${gameId}`,
    cookie: (user, { secure }) => `${secure ? '__Host-' : ''}pennant_session=${tokens[user] ?? ''}`,
    flag(team, challenge) {
      const common = event.challenges[challenge]?.flag ?? ''
      return isDynamic(challenge) ? common.replace('}', `_${team}}`) : common
    },
  }
}

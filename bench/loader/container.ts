import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { insertRows } from './insert.ts'
import type { LoadedEvent } from './loaded-event.ts'

export const loadContainers = async (
  url: string,
  { gameId, participationId, challengeId }: LoadedEvent,
  { count, port }: { count: number; port: number },
): Promise<string[]> => {
  const client = new pg.Client(url)
  await client.connect()
  const hour = 3_600_000
  const rows = Array.from({ length: count }, (_, team) => ({
    id: randomUUID(),
    game_id: gameId,
    participation_id: participationId(team),
    challenge_id: challengeId(1),
    image: 'registry.example/box:1',
    status: 'Running',
    runtime_id: `box-${team}`,
    is_proxied: true,
    ip: '127.0.0.1',
    port,
    started_at: new Date(),
    expect_stop_at: new Date(Date.now() + 2 * hour),
  }))
  try {
    await insertRows(
      client,
      'container',
      {
        id: 'uuid',
        game_id: 'int',
        participation_id: 'int',
        challenge_id: 'int',
        image: 'text',
        status: 'text',
        runtime_id: 'text',
        is_proxied: 'boolean',
        ip: 'text',
        port: 'int',
        started_at: 'timestamptz',
        expect_stop_at: 'timestamptz',
      },
      rows,
    )
  } finally {
    await client.end()
  }
  return rows.map(({ id }) => id)
}

import type pg from 'pg'
import { insertRows, lastId } from './insert.ts'
import { isDynamic, type LoadedEvent } from './loaded-event.ts'

export const loadHistory = async (
  client: pg.ClientBase,
  loaded: LoadedEvent,
  { fresh }: { fresh: boolean },
): Promise<void> => {
  await loadInstances(client, loaded, fresh)
  await loadSubmissions(client, loaded)
  await client.query(
    `insert into game_ledger (game_id, revision, setup, teams, solves, purge, notices)
     values ($1, 1, 1, 1, 1, 1, 1)`,
    [loaded.gameId],
  )
}

const loadInstances = async (client: pg.ClientBase, loaded: LoadedEvent, fresh: boolean): Promise<void> => {
  const { gameId, event, participationId, challengeId, flag } = loaded
  await insertRows(
    client,
    'game_instance',
    { game_id: 'int', participation_id: 'int', challenge_id: 'int', flag: 'text' },
    event.teams.flatMap((_, team) =>
      event.challenges.map((__, challenge) => ({
        game_id: gameId,
        participation_id: participationId(team),
        challenge_id: challengeId(challenge),
        flag: isDynamic(challenge) && !fresh ? flag(team, challenge) : null,
      })),
    ),
  )
}

const loadSubmissions = async (client: pg.ClientBase, loaded: LoadedEvent): Promise<void> => {
  const { gameId, event, participationId, challengeId, userId, flag } = loaded
  const first = 1 + (await lastId(client, 'submission'))
  const submissions = event.submissions.map((submission, index) => ({ ...submission, id: first + index }))
  await insertRows(
    client,
    'submission',
    {
      id: 'bigint',
      game_id: 'int',
      participation_id: 'int',
      challenge_id: 'int',
      user_id: 'uuid',
      answer: 'text',
      status: 'text',
      time: 'timestamptz',
    },
    submissions.map(({ id, team, challenge, user, answer, right, time }) => ({
      id,
      game_id: gameId,
      participation_id: participationId(team),
      challenge_id: challengeId(challenge),
      user_id: userId(user),
      answer: right ? flag(team, challenge) : answer,
      status: right ? 'Accepted' : 'WrongAnswer',
      time: new Date(time),
    })),
  )
  await insertRows(
    client,
    'first_solve',
    { participation_id: 'int', challenge_id: 'int', game_id: 'int', submission_id: 'bigint' },
    submissions
      .filter(({ right }) => right)
      .map(({ id, team, challenge }) => ({
        participation_id: participationId(team),
        challenge_id: challengeId(challenge),
        game_id: gameId,
        submission_id: id,
      })),
  )
}

import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { insertRows, lastId } from './insert.ts'
import { isDynamic, type LoadedEvent } from './loaded-event.ts'
import { loadTeams } from './people.ts'

export const loadGame = async (client: pg.ClientBase, loaded: LoadedEvent): Promise<void> => {
  const { gameId, event } = loaded
  const { title, start, end, bloodBonus } = event.game
  await insertRows(
    client,
    'game',
    {
      id: 'int',
      title: 'text',
      start_at: 'timestamptz',
      end_at: 'timestamptz',
      writeup_deadline: 'timestamptz',
      practice_mode: 'boolean',
      blood_bonus: 'int',
      public_key: 'text',
      private_key: 'text',
      hash_salt: 'text',
    },
    [
      {
        id: gameId,
        title,
        start_at: new Date(start),
        end_at: new Date(end),
        writeup_deadline: new Date(end),
        practice_mode: false,
        blood_bonus: bloodBonus,
        // Team tokens are never signed here.
        public_key: randomBytes(32).toString('base64'),
        private_key: randomBytes(32).toString('base64'),
        hash_salt: randomBytes(32).toString('hex'),
      },
    ],
  )
  await loadChallenges(client, loaded)
  const firstDivision = await loadDivisions(client, loaded)
  await loadParticipations(client, loaded, firstDivision)
}

const loadChallenges = async (
  client: pg.ClientBase,
  { gameId, event, challengeId }: LoadedEvent,
): Promise<void> => {
  await insertRows(
    client,
    'challenge',
    {
      id: 'int',
      game_id: 'int',
      title: 'text',
      content: 'text',
      category: 'text',
      type: 'text',
      is_enabled: 'boolean',
      flag_template: 'text',
      container_image: 'text',
      disable_blood_bonus: 'boolean',
      deadline_at: 'timestamptz',
      original_score: 'int',
      min_score_rate: 'double precision',
      difficulty: 'double precision',
    },
    event.challenges.map((challenge, index) => ({
      id: challengeId(index),
      game_id: gameId,
      title: challenge.title,
      content: `What ${challenge.title} is about. `.repeat(40),
      category: challenge.category,
      type: isDynamic(index) ? 'DynamicContainer' : 'StaticAttachment',
      is_enabled: true,
      flag_template: isDynamic(index) ? 'flag{[GUID]}' : null,
      container_image: isDynamic(index) ? 'registry.example/box:1' : null,
      disable_blood_bonus: challenge.disableBloodBonus,
      deadline_at: challenge.deadline === null ? null : new Date(challenge.deadline),
      original_score: challenge.originalScore,
      min_score_rate: challenge.minScoreRate,
      difficulty: challenge.difficulty,
    })),
  )
  const listed = event.challenges.flatMap(({ flag }, index) =>
    isDynamic(index) ? [] : [{ challenge_id: challengeId(index), flag }],
  )
  await insertRows(client, 'flag', { challenge_id: 'int', flag: 'text' }, listed)
}

const loadDivisions = async (
  client: pg.ClientBase,
  { gameId, event, challengeId }: LoadedEvent,
): Promise<number> => {
  const first = 1 + (await lastId(client, 'division'))
  await insertRows(
    client,
    'division',
    { id: 'int', game_id: 'int', name: 'text', default_permissions: 'int' },
    event.divisions.map(({ name, defaultPermissions }, index) => ({
      id: first + index,
      game_id: gameId,
      name,
      default_permissions: defaultPermissions,
    })),
  )
  await insertRows(
    client,
    'division_challenge',
    { game_id: 'int', division_id: 'int', challenge_id: 'int', permissions: 'int' },
    event.divisions.flatMap(({ challengeConfigs }, index) =>
      [...challengeConfigs].map(([challenge, permissions]) => ({
        game_id: gameId,
        division_id: first + index,
        challenge_id: challengeId(challenge),
        permissions,
      })),
    ),
  )
  return first
}

const loadParticipations = async (
  client: pg.ClientBase,
  loaded: LoadedEvent,
  firstDivision: number,
): Promise<void> => {
  const { gameId, event, participationId, userId } = loaded
  const teamIds = await loadTeams(client, loaded)
  await insertRows(
    client,
    'participation',
    {
      id: 'int',
      game_id: 'int',
      team_id: 'int',
      division_id: 'int',
      status: 'text',
      token: 'text',
    },
    event.teams.map(({ division }, team) => ({
      id: participationId(team),
      game_id: gameId,
      team_id: teamIds[team] ?? 0,
      division_id: division === null ? null : firstDivision + division,
      status: 'Accepted',
      token: `${teamIds[team]}:${randomBytes(64).toString('base64')}`,
    })),
  )
  const joined = new Date(event.game.start)
  await insertRows(
    client,
    'participation_member',
    { game_id: 'int', user_id: 'uuid', participation_id: 'int', joined_at: 'timestamptz' },
    event.teams.flatMap(({ members }, team) =>
      members.map((user) => ({
        game_id: gameId,
        user_id: userId(user),
        participation_id: participationId(team),
        joined_at: joined,
      })),
    ),
  )
}

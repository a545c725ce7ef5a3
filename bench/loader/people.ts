import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { insertRows, lastId } from './insert.ts'
import type { LoadedEvent } from './loaded-event.ts'

export const model = { userName: 'Admin', password: 'Passw0rd-of-the-bench' } as const

const day = 86_400_000

export const loadPeople = async (client: pg.ClientBase, loaded: LoadedEvent): Promise<void> => {
  const { event, userId, userName, cookie } = loaded
  const users = event.users.map((_, user) => user)
  const { rows } = await client.query<{ password_hash: string }>(
    'select password_hash from "user" where name = $1',
    [model.userName],
  )
  const hash = rows[0]?.password_hash
  if (hash === undefined) throw new Error(`there is no account ${model.userName}`)
  const now = new Date()
  await insertRows(
    client,
    'user',
    {
      id: 'uuid',
      name: 'text',
      name_key: 'text',
      email: 'text',
      email_key: 'text',
      email_confirmed: 'boolean',
      password_hash: 'text',
      stamp: 'uuid',
      registered_at: 'timestamptz',
    },
    users.map((user) => ({
      id: userId(user),
      name: userName(user),
      name_key: userName(user),
      email: `${userName(user)}@players.example`,
      email_key: `${userName(user)}@players.example`,
      email_confirmed: true,
      password_hash: hash,
      stamp: userId(user),
      registered_at: now,
    })),
  )
  await insertRows(
    client,
    'session',
    {
      id: 'uuid',
      token_hash: 'bytea',
      user_id: 'uuid',
      stamp: 'uuid',
      created_at: 'timestamptz',
      expires_at: 'timestamptz',
      ip: 'text',
      agent: 'text',
    },
    [false, true].flatMap((secure) =>
      users.map((user) => ({
        id: randomUUID(),
        token_hash: hashOf(cookie(user, { secure }), secure),
        user_id: userId(user),
        stamp: userId(user),
        created_at: now,
        expires_at: new Date(now.getTime() + 7 * day),
        ip: '127.0.0.1',
        agent: 'bench',
      })),
    ),
  )
}

/** The same token without HTTPS would be another session. */
const hashOf = (cookie: string, secure: boolean): Buffer =>
  createHash('sha256')
    .update(`${secure ? 'secure:' : ''}${cookie.slice(cookie.indexOf('=') + 1)}`)
    .digest()

export const loadTeams = async (
  client: pg.ClientBase,
  { event, userId }: LoadedEvent,
): Promise<readonly number[]> => {
  const first = 1 + (await lastId(client, 'team'))
  const teams = event.teams.map((team, index) => ({ ...team, id: first + index }))
  await insertRows(
    client,
    'team',
    { id: 'int', name: 'text', bio: 'text', invite_token: 'text', captain_id: 'uuid' },
    teams.map(({ id, name, bio, members }) => ({
      id,
      name,
      bio,
      invite_token: randomBytes(16).toString('hex'),
      captain_id: userId(members[0] ?? 0),
    })),
  )
  await insertRows(
    client,
    'team_member',
    { team_id: 'int', user_id: 'uuid' },
    teams.flatMap(({ id, members }) => members.map((user) => ({ team_id: id, user_id: userId(user) }))),
  )
  return teams.map(({ id }) => id)
}

import type { Route } from '@pennant/contract/route'
import type { Caller } from './board-audience.ts'
import type { OpenGame, OpenTeam } from '../kit/open-game.ts'
import { unzip } from '../kit/workbook.ts'
import type { Person, World } from '../kit/world.ts'

export type Cast = Record<'admin' | 'monitor' | 'stranger', Person> & Record<'solver' | 'rival', OpenTeam>

/** What the paths of routes name. */
export type Named = { open: OpenGame; solver: OpenTeam; challenge: { id: number }; submission: number }

export type HeadersOf = Readonly<Record<Caller, Readonly<Record<string, string>>>>

const cookieOf = (person: Person) => ({ cookie: `pennant_session=${person.cookie()}` })

export const headersOfCallers = async (cast: Cast): Promise<HeadersOf> => {
  const token = async (scope: string): Promise<Record<string, string>> => {
    const { body } = await cast.admin.post<{ token: string }>('/api/tokens', { name: scope, scopes: [scope] })
    return { authorization: `Bearer ${body.token}` }
  }
  return {
    anonymous: {},
    stranger: cookieOf(cast.stranger),
    solver: cookieOf(cast.solver.player),
    rival: cookieOf(cast.rival.player),
    monitor: cookieOf(cast.monitor),
    admin: cookieOf(cast.admin),
    'monitor token': await token('Monitor'),
    'full token': await token('Everything'),
  }
}

export const pathOf = (route: Route, { open, solver, challenge, submission }: Named): string => {
  const of = (prefix: string): boolean => route.path.startsWith(prefix)
  const id = of('/api/team')
    ? solver.team.id
    : of('/api/admin/users')
      ? solver.player.id
      : of('/api/admin/participation')
        ? solver.participation.id
        : open.game.id
  const { id: pid } = solver.participation
  const values: Record<string, string | number> = {
    ...{
      id,
      pid,
      cid: challenge.id,
      tid: solver.team.id,
      sid: submission,
      did: 1,
      nid: 1,
      fid: 1,
      hash: 'a',
      filename: 'a',
    },
  }
  return route.path.replaceAll(/:(\w+)/g, (_, name: string) => String(values[name] ?? 1))
}

export type Told = { status: number; headers: Headers; text: string }

/** The text of a spreadsheet is that of its parts. */
export const ask = async (
  { origin }: Pick<World, 'origin'>,
  { method, path }: { method: string; path: string },
  headers: Readonly<Record<string, string>>,
  body?: unknown,
): Promise<Told> => {
  const answer = await fetch(origin + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const isArchive = bytes.subarray(0, 2).toString() === 'PK'
  const text = isArchive ? [...unzip(bytes).values()].join('\n') : bytes.toString()
  return { status: answer.status, headers: answer.headers, text }
}

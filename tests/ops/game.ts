import { expect } from 'vitest'
import { cookieOf, inTurn, logIn, register } from './client.ts'

export type Player = { name: string; cookie: string; team: string }
export type Challenge = { id: number; title: string; flag: string }

export type Game = {
  id: number
  players: readonly Player[]
  challenges: readonly Challenge[]
  admin: string
}

const adminPassword = 'Str0ng-Enough'
export const gameEnvironment = { PENNANT_ADMINPASSWORD: adminPassword, PENNANT_DISABLERATELIMIT: 'true' }

const hour = 3_600_000

type Size = { teams: number; challenges: number; settings?: Record<string, unknown>; password?: string }

export async function makeGame(
  site: string,
  { teams, challenges, settings, password = adminPassword }: Size,
): Promise<Game> {
  const admin = cookieOf(await logIn(site, 'Admin', password))
  const { id } = await callOk<{ id: number }>('POST', `${site}/api/edit/games`, admin, {
    title: 'Game',
    acceptWithoutReview: true,
    practiceMode: false,
    start: Date.now() - hour,
    end: Date.now() + 24 * hour,
    ...settings,
  })
  const places = (count: number): number[] => Array.from({ length: count }, (_, place) => place)
  const made = await inTurn(places(challenges), (place) => makeChallenge(site, admin, id, place))
  const joined = await inTurn(places(teams), (place) => makeTeam(site, id, place))
  return { id, players: joined.flat(), challenges: made, admin }
}

async function makeChallenge(site: string, admin: string, game: number, place: number): Promise<Challenge> {
  const title = `Challenge ${place}`
  const flag = `flag{the answer to ${title}}`
  const category = place % 2 === 0 ? 'Web' : 'Pwn'
  const all = `${site}/api/edit/games/${game}/challenges`
  const { id } = await callOk<{ id: number }>('POST', all, admin, { title, category })
  await callOk('POST', `${all}/${id}/flags`, admin, [{ flag }])
  await callOk('PUT', `${all}/${id}`, admin, { isEnabled: true })
  return { id, title, flag }
}

async function makeTeam(site: string, game: number, place: number): Promise<Player[]> {
  const team = `Team ${place}`
  const captain = await makePlayer(site, `p${place}a`, team)
  const member = await makePlayer(site, `p${place}b`, team)
  const { id } = await callOk<{ id: number }>('POST', `${site}/api/team`, captain.cookie, { name: team })
  const code = await callOk<string>('GET', `${site}/api/team/${id}/invite`, captain.cookie)
  await callOk('POST', `${site}/api/team/accept`, member.cookie, code)
  for (const { cookie } of [captain, member])
    await callOk('POST', `${site}/api/game/${game}`, cookie, { teamId: id })
  return [captain, member]
}

async function makePlayer(site: string, name: string, team: string): Promise<Player> {
  const registered = await register(site, name)
  expect(registered.status).toBe(200)
  return { name, team, cookie: cookieOf(registered) }
}

export async function callOk<Answer>(
  method: 'DELETE' | 'GET' | 'POST' | 'PUT',
  url: string,
  cookie: string,
  body?: unknown,
): Promise<Answer> {
  const headers = { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const content = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(url, { method, headers, ...content })
  const text = await response.text()
  expect(response.status, `${method} ${url}: ${text}`).toBe(200)
  // The caller knows the type of the answer.
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

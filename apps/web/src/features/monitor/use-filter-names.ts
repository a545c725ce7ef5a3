import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useApi } from '../../api/context.ts'
import type { Choice } from './components/search-picker.tsx'
import type { Entry } from './entry.ts'
import type { Filter } from './filter.ts'
import { overviewQuery, teamNamesQuery, teamQuery } from './queries.ts'

export type FilterNames = {
  team: Choice<number> | null
  user: Choice<string> | null
  challenge: Choice<number> | null
  teams: readonly Choice<number>[]
  users: readonly Choice<string>[]
  challenges: readonly Choice<number>[]
  want: () => void
}

export const useFilterNames = (
  game: number | null,
  { team, user, challenge }: Filter,
  seen: readonly (Entry | undefined)[],
): FilterNames => {
  const api = useApi()
  const [wanted, setWanted] = useState(false)
  const needed = game !== null && (wanted || team !== null || challenge !== null)
  const teams = useQuery({ ...teamNamesQuery(api, game ?? 0), enabled: needed })
  const overview = useQuery({
    ...overviewQuery(api, game ?? 0, false),
    enabled: needed && api.extensions.supported,
  })
  const chosenTeam = useQuery({ ...teamQuery(api, team ?? 0), enabled: team !== null })

  return useMemo(() => {
    const inSight = namesIn(seen)
    const teamNames = new Map([
      ...inSight.teams,
      ...(teams.data ?? []).map(({ id, name }) => [id, name] as const),
    ])
    if (chosenTeam.data !== undefined && team !== null) teamNames.set(team, chosenTeam.data.name)
    const members = chosenTeam.data?.members ?? []
    const userNames = new Map(team === null ? inSight.users : [])
    for (const { id, userName } of members) userNames.set(id, userName)
    const challengeNames = new Map([
      ...inSight.challenges,
      ...(overview.data?.challenges ?? []).map(({ id, title }) => [id, title] as const),
    ])
    const chosen = <Value extends string | number>(
      value: Value | null,
      names: ReadonlyMap<Value, string>,
    ): Choice<Value> | null => (value === null ? null : { value, label: names.get(value) ?? `#${value}` })
    return {
      team: chosen(team, teamNames),
      user: chosen(user, new Map([...inSight.users, ...userNames])),
      challenge: chosen(challenge, challengeNames),
      teams: choicesIn(teamNames),
      users: choicesIn(userNames),
      challenges: choicesIn(challengeNames),
      want: () => setWanted(true),
    }
  }, [seen, team, user, challenge, teams.data, overview.data, chosenTeam.data])
}

const choicesIn = <Value extends string | number>(names: ReadonlyMap<Value, string>): Choice<Value>[] =>
  [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))

const mostLooked = 1_000

const namesIn = (seen: readonly (Entry | undefined)[]) => {
  const teams = new Map<number, string>()
  const users = new Map<string, string>()
  const challenges = new Map<number, string>()
  for (const entry of seen.slice(0, mostLooked)) {
    if (entry === undefined) continue
    if (entry.teamId != null && !teams.has(entry.teamId)) teams.set(entry.teamId, entry.team)
    if (entry.userId != null) users.set(entry.userId, entry.user)
    // The newest name comes first.
    if (entry.challengeId != null && entry.challenge !== undefined && !challenges.has(entry.challengeId))
      challenges.set(entry.challengeId, entry.challenge)
  }
  return { teams, users, challenges }
}

export type WatchFilter = {
  team?: number
  user?: string
  challenge?: number
  from?: number
  to?: number
  search?: string
}

export type WatchedNames = {
  participations: ReadonlyMap<number, { id: number; teamId: number; teamName: string }>
  challenges: ReadonlyMap<number, { id: number; title: string }>
}

/** Null is no limit. */
export type Narrowed = {
  /** A team that has not joined has no participation. */
  team: { id: number; participations: readonly number[] } | null
  user: string | null
  challenge: number | null
  from: Date | null
  to: Date | null
  search: Search | null
}

export type Search = {
  /** For `ilike`, anywhere in the text. */
  pattern: string
  participations: readonly number[]
  challenges: readonly number[]
}

export const narrow = (
  names: WatchedNames,
  { team, user, challenge, from, to, search = '' }: WatchFilter,
): Narrowed => ({
  team: team === undefined ? null : { id: team, participations: participationsOf(names, team) },
  user: user ?? null,
  challenge: challenge ?? null,
  from: from === undefined ? null : new Date(from),
  to: to === undefined ? null : new Date(to),
  search: search === '' ? null : searchFor(names, search),
})

const participationsOf = ({ participations }: WatchedNames, team: number): number[] =>
  [...participations.values()].filter(({ teamId }) => teamId === team).map(({ id }) => id)

const searchFor = ({ participations, challenges }: WatchedNames, text: string): Search => {
  const wanted = text.toLowerCase()
  const has = (name: string): boolean => name.toLowerCase().includes(wanted)
  return {
    pattern: `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    participations: [...participations.values()].filter(({ teamName }) => has(teamName)).map(({ id }) => id),
    challenges: [...challenges.values()].filter(({ title }) => has(title)).map(({ id }) => id),
  }
}

import type { ContainerInstance } from '@pennant/contract/instance'

export type Filter = {
  /** Empty: all. */
  team: string
  challenge: string
  sort: 'stops' | 'started'
  descending: boolean
}

export type Choice = { value: string; label: string }

export const shownOf = (
  instances: readonly ContainerInstance[],
  { team, challenge, sort, descending }: Filter,
): ContainerInstance[] => {
  const timeOf = (one: ContainerInstance): number => (sort === 'stops' ? one.expectStopAt : one.startedAt)
  return instances
    .filter((one) => team === '' || String(one.team?.id) === team)
    .filter((one) => challenge === '' || String(one.challenge?.id) === challenge)
    .toSorted((one, other) => (timeOf(one) - timeOf(other)) * (descending ? -1 : 1))
}

export const choicesOf = (
  instances: readonly ContainerInstance[],
): { teams: Choice[]; challenges: Choice[] } => ({
  teams: distinct(instances.flatMap(({ team }) => (team === null ? [] : [[team.id, team.name] as const]))),
  challenges: distinct(
    instances.flatMap(({ challenge }) =>
      challenge === null ? [] : [[challenge.id, challenge.title] as const],
    ),
  ),
})

const distinct = (entries: readonly (readonly [number, string])[]): Choice[] =>
  [...new Map(entries)]
    .map(([id, label]) => ({ value: String(id), label }))
    .toSorted((one, other) => one.label.localeCompare(other.label))

export const endsSoon = (stopAt: number, now: number, windowMinutes: number): boolean =>
  stopAt - now <= windowMinutes * 60_000

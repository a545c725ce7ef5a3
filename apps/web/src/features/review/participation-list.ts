import type { ParticipationStatus } from '@pennant/contract/enums'
import type { ParticipationInfo } from '@pennant/contract/participation'

export type ReviewView = {
  text: string
  /** Null: all; `none`: without a division. */
  division: number | 'none' | null
  status: ParticipationStatus | null
  sort: 'applied' | 'name' | 'division' | 'members' | 'status'
  descending: boolean
}

const sorts = ['applied', 'name', 'division', 'members', 'status'] as const satisfies ReviewView['sort'][]
export const statuses = ['Pending', 'Accepted', 'Rejected', 'Suspended'] as const
export type ListedStatus = (typeof statuses)[number]

const wordsOf = ({ team }: ParticipationInfo): string =>
  [
    team.name,
    `#${team.id}`,
    ...team.members.flatMap(({ userName, realName, email, stdNumber, phone }) => [
      userName,
      realName,
      email,
      stdNumber,
      phone ?? '',
    ]),
  ]
    .join('\n')
    .toLocaleLowerCase()

const isInDivision = ({ divisionId }: ParticipationInfo, division: ReviewView['division']): boolean =>
  division === null || (division === 'none' ? divisionId === null : divisionId === division)

const orderOf: Readonly<
  Record<ReviewView['sort'], (one: ParticipationInfo, other: ParticipationInfo, names: Names) => number>
> = {
  applied: (one, other) => one.id - other.id,
  name: (one, other) => one.team.name.localeCompare(other.team.name),
  division: (one, other, names) => nameIn(names, one).localeCompare(nameIn(names, other)),
  members: (one, other) => one.registeredMembers.length - other.registeredMembers.length,
  status: (one, other) => rankOf(one.status) - rankOf(other.status),
}

type Names = ReadonlyMap<number, string>

const nameIn = (names: Names, { divisionId }: ParticipationInfo): string =>
  divisionId === null ? '' : (names.get(divisionId) ?? '')

const rankOf = (status: ParticipationStatus): number => {
  const at = statuses.findIndex((one) => one === status)
  return at === -1 ? statuses.length : at
}

export const shownIn = (
  all: readonly ParticipationInfo[],
  view: ReviewView,
  divisions: Names,
): ParticipationInfo[] => {
  const text = view.text.trim().toLocaleLowerCase()
  const order = orderOf[view.sort]
  return all
    .filter(
      (one) =>
        isInDivision(one, view.division) &&
        (view.status === null || one.status === view.status) &&
        (text === '' || wordsOf(one).includes(text)),
    )
    .toSorted(
      (one, other) =>
        (view.descending ? order(other, one, divisions) : order(one, other, divisions)) || one.id - other.id,
    )
}

export const countsIn = (
  all: readonly ParticipationInfo[],
  view: ReviewView,
): Readonly<Record<ListedStatus, number>> & { all: number } => {
  const rest = shownIn(all, { ...view, status: null }, new Map())
  const count = (status: ListedStatus): number => rest.filter((one) => one.status === status).length
  return {
    all: rest.length,
    Pending: count('Pending'),
    Accepted: count('Accepted'),
    Rejected: count('Rejected'),
    Suspended: count('Suspended'),
  }
}

export const chunksOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

export const reviewViewIn = (get: (name: string) => string): ReviewView => ({
  text: get('q'),
  division:
    get('division') === 'none' ? 'none' : /^\d{1,9}$/.test(get('division')) ? Number(get('division')) : null,
  status: statuses.find((status) => status === get('status')) ?? null,
  sort: sorts.find((sort) => sort === get('sort')) ?? 'applied',
  descending: get('order') === 'down',
})

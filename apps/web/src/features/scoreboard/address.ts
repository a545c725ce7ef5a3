import type { ChallengeCategory } from '@pennant/contract/enums'
import type { Board } from './board.ts'
import { categoriesIn, type Filter, type Selection, type Sort, sorts } from './team-list.ts'

export type BoardView = Filter & {
  category: ChallengeCategory | null
  timeline: boolean
  team: number | null
  compare: readonly number[]
  present: boolean
}

export const mostCompared = 4

const numberIn = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null

export const viewIn = (
  search: URLSearchParams,
  board: Pick<Board, 'challenges' | 'divisions'>,
): BoardView => {
  const division = numberIn(search.get('division'))
  const selection: Selection =
    search.get('division') === 'unranked'
      ? 'unranked'
      : (board.divisions.find(({ id }) => id === division)?.id ?? 'all')
  return {
    selection,
    text: search.get('q') ?? '',
    sort: sorts.find((one) => one === search.get('sort')) ?? 'rank',
    category: categoriesIn(board).find((one) => one === search.get('category')) ?? null,
    timeline: search.get('view') === 'timeline',
    team: numberIn(search.get('team')),
    compare: comparedIn(search.get('compare')),
    present: search.get('present') === '1',
  }
}

const comparedIn = (text: string | null): number[] =>
  [...new Set((text ?? '').split('-').flatMap((one) => numberIn(one) ?? []))].slice(0, mostCompared)

export const addressWith = (search: URLSearchParams, change: Partial<BoardView>): URLSearchParams => {
  const next = new URLSearchParams(search)
  const set = (name: string, value: string | null | undefined): void => {
    if (value === undefined) return
    if (value === null || value === '') next.delete(name)
    else next.set(name, value)
  }
  const { selection, sort, team, timeline, compare, present } = change
  set('division', selection === 'all' ? null : selection?.toString())
  set('q', change.text)
  set('sort', sort === 'rank' ? null : (sort satisfies Sort | undefined))
  set('category', change.category)
  set('team', team === null ? null : team?.toString())
  set('view', timeline === undefined ? undefined : timeline ? 'timeline' : null)
  set('compare', compare?.join('-'))
  set('present', present === undefined ? undefined : present ? '1' : null)
  return next
}

import {
  challengeCategories,
  type ChallengeCategory,
  challengeTypes,
  type ChallengeType,
} from '@pennant/contract/enums'
import { useAddress } from '../../kit/use-address.ts'
import { type Filter, type SortBy, sorts, states } from './challenge-list.ts'

export const useListAddress = () => {
  const { get, set } = useAddress()
  const [by, descending] = [sorts.find((one) => one === get('sort')), get('down') !== '']
  const filter: Filter = {
    text: get('q'),
    category: categories.find((one) => one === get('category')) ?? null,
    type: types.find((one) => one === get('type')) ?? null,
    state: states.find((one) => one === get('state')) ?? 'all',
  }
  return {
    filter,
    order: by === undefined ? null : { by, descending },
    cards: get('view') === 'cards',
    isFiltered:
      filter.text !== '' || filter.category !== null || filter.type !== null || filter.state !== 'all',
    change: ({ text, category, type, state }: Partial<Filter>): void =>
      set({
        ...(text === undefined ? {} : { q: text }),
        ...(category === undefined ? {} : { category }),
        ...(type === undefined ? {} : { type }),
        ...(state === undefined ? {} : { state: state === 'all' ? null : state }),
      }),
    clear: (): void => set({ q: null, category: null, type: null, state: null }),
    /** Null: the order of the game. */
    sortBy: (next: { by: SortBy; descending: boolean } | null): void =>
      set({ sort: next?.by ?? null, down: next?.descending ?? null }),
    showCards: (cards: boolean): void => set({ view: cards ? 'cards' : null }),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

// The objects have no other keys.
export const categories = Object.keys(challengeCategories) as readonly ChallengeCategory[]
export const types = Object.keys(challengeTypes) as readonly ChallengeType[]

import { challengeCategories, type ChallengeCategory } from '@pennant/contract/enums'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { stored } from '../../storage.ts'
import { type Sort, sorts, type View } from './challenge-list.ts'

// The object has no other keys.
const categories = Object.keys(challengeCategories) as ChallengeCategory[]
const isTrue = (text: string): boolean => text === 'true'
const storedList = stored('pennant.challengeList', isTrue, false)
const storedHide = stored('hide-solved', isTrue, false)

export type ViewState = {
  view: View
  list: boolean
  change(part: Partial<View>): void
  showList(list: boolean): void
  reset(): void
}

/** The address can be shared; habits stay in the browser. */
export const useView = (): ViewState => {
  const [search, setSearch] = useSearchParams()
  const [list, setList] = useState(storedList.get)
  const [hideSolved, setHideSolved] = useState(storedHide.get)
  const named = search.get('category')

  const view: View = {
    text: search.get('q') ?? '',
    category: categories.find((one) => one === named) ?? null,
    sort: sorts.find((one) => one === search.get('sort')) ?? 'category',
    hideSolved,
    level: search.get('level'),
    tag: search.get('tag'),
  }
  const change = ({ text, category, sort, hideSolved: hide, level, tag }: Partial<View>): void => {
    if (hide !== undefined) {
      setHideSolved(hide)
      storedHide.set(hide)
    }
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        const set = (name: string, value: string | null | undefined): void => {
          if (value === undefined) return
          if (value === null || value === '') next.delete(name)
          else next.set(name, value)
        }
        set('q', text)
        set('category', category)
        set('level', level)
        set('tag', tag)
        set('sort', sort === 'category' ? null : (sort satisfies Sort | undefined))
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return {
    view,
    list,
    change,
    showList(wanted) {
      setList(wanted)
      storedList.set(wanted)
    },
    reset: () => change({ text: '', category: null, hideSolved: false, level: null, tag: null }),
  }
}

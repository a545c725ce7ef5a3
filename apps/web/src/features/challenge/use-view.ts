import { challengeCategories, type ChallengeCategory } from '@pennant/contract/enums'
import { useState } from 'react'
import { useAddress } from '../../kit/use-address.ts'
import { stored } from '../../storage.ts'
import { sorts, type View } from './challenge-list.ts'

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
  const { get, set } = useAddress()
  const [list, setList] = useState(storedList.get)
  const [hideSolved, setHideSolved] = useState(storedHide.get)
  const named = get('category')

  const view: View = {
    text: get('q'),
    category: categories.find((one) => one === named) ?? null,
    sort: sorts.find((one) => one === get('sort')) ?? 'category',
    hideSolved,
    level: get('level') || null,
    tag: get('tag') || null,
  }
  const change = ({ text, category, sort, hideSolved: hide, level, tag }: Partial<View>): void => {
    if (hide !== undefined) {
      setHideSolved(hide)
      storedHide.set(hide)
    }
    set({ q: text, category, level, tag, sort: sort === 'category' ? null : sort })
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

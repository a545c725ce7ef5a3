import { useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { addressWith, type BoardView, viewIn } from './address.ts'
import type { Board } from './board.ts'

export type BoardViewState = {
  view: BoardView
  /** Only a `step` adds to the history. */
  change(part: Partial<BoardView>, step?: boolean): void
}

export const useBoardView = (board: Board): BoardViewState => {
  const [search, setSearch] = useSearchParams()
  const change = useCallback(
    (part: Partial<BoardView>, step = false) =>
      setSearch(
        // The address is ahead of what is drawn; quick changes must add up.
        () => addressWith(new URLSearchParams(location.search), part),
        { replace: !step, preventScrollReset: true },
      ),
    [setSearch],
  )
  return { view: viewIn(search, board), change }
}

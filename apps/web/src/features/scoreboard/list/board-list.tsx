import {
  type KeyboardEvent,
  memo,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useMedia } from '../../../ui/use-media.ts'
import type { Board } from '../board.ts'
import type { GridHandle } from '../grid/board-grid.tsx'
import { indicesOf } from '../grid/window.ts'
import type { ShownTeam, Sort } from '../team-list.ts'
import classes from './board-list.module.css'
import { climbsIn } from './climbs.ts'
import { ListRow } from './list-row.tsx'
import { useListWindow } from './use-list-window.ts'

const rowRem = 2.75

type Props = {
  board: Board
  teams: readonly ShownTeam[]
  sort: Sort
  own: number | null
  handle: RefObject<GridHandle | null>
  onOwnSight: (inSight: boolean) => void
}

const List = ({ board, teams, sort, own, handle, onOwnSight }: Props) => {
  const { t } = useTranslation('play')
  const { search } = useLocation()
  const list = useRef<HTMLUListElement>(null)
  const roomy = useMedia('(min-width: 48rem)')
  const row = useMemo(
    () => rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize),
    [],
  )
  const ids = useMemo(() => teams.map(({ team }) => team.id), [teams])
  const climbs = useMemo(() => climbsIn(board), [board])
  const ownAt = own === null ? -1 : ids.indexOf(own)
  const span = useListWindow(list, { count: teams.length, row, own: ownAt }, onOwnSight)
  // Its row must stay, or the focus would be lost.
  const [focused, setFocused] = useState<number | null>(null)
  const wanted = useRef<{ team: number; block: ScrollLogicalPosition } | null>(null)

  const reach = (): void => {
    if (wanted.current === null) return
    const { team, block } = wanted.current
    const link = list.current?.querySelector<HTMLElement>(`[data-team="${team}"] a`)
    if (link == null) return
    wanted.current = null
    link.focus({ preventScroll: true })
    link.scrollIntoView({ block })
  }
  // A row far away must be drawn first.
  useEffect(reach)
  const goTo = (team: number | undefined, block: ScrollLogicalPosition): void => {
    if (team === undefined) return
    wanted.current = { team, block }
    setFocused(team)
    reach()
  }
  useImperativeHandle(handle, () => ({ scroller: null, show: (team) => goTo(team, 'center') }))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || focused === null) return
    const at = ids.indexOf(focused)
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[event.key]
    if (next === undefined || ids[next] === undefined) return
    event.preventDefault()
    goTo(ids[next], 'nearest')
  }

  const staying = focused === null ? [] : [ids.indexOf(focused)]
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys move between the links in it
    <ul
      ref={list}
      className={classes.list}
      aria-label={t('game.scoreboard')}
      style={{ height: teams.length * row }}
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const team = target.closest<HTMLElement>('[data-team]')?.dataset['team']
        setFocused(team === undefined ? null : Number(team))
      }}
    >
      {indicesOf(span, staying).map((at) => {
        const shown = teams[at]
        return (
          shown !== undefined && (
            <ListRow
              key={shown.team.id}
              board={board}
              shown={shown}
              at={at}
              of={teams.length}
              top={at * row}
              own={at === ownAt}
              up={shown.overall === undefined ? (climbs.get(shown.team.id) ?? 0) : 0}
              last={sort === 'last'}
              roomy={roomy}
              search={search}
            />
          )
        )
      })}
    </ul>
  )
}

export const BoardList = memo(List)

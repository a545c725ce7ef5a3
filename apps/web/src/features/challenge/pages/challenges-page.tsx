import type { DetailedGameInfo } from '@pennant/contract/game'
import type { InstanceProgress } from '@pennant/contract/hub'
import type { GameDetail } from '@pennant/contract/scoreboard'
import { useQuery } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { useMinute } from '../../../kit/use-now.ts'
import type { GameStore } from '../../../live/game-store.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { isTyping } from '../../../ui/typing.ts'
import { useMedia } from '../../../ui/use-media.ts'
import { CategoryBlocks, ChallengeCards } from '../components/challenge-groups.tsx'
import { ChallengePanel } from '../components/challenge-panel.tsx'
import { ChallengeToolbar } from '../components/challenge-toolbar.tsx'
import { comeNear } from '../components/parts.ts'
import { TeamCard } from '../components/team-card.tsx'
import { categoriesOf, challengesOf, neighbors, shownIn } from '../challenge-list.ts'
import type { Tunnel } from '../instance-endpoint.ts'
import { detailsQuery } from '../queries.ts'
import { useChallengeKeys } from '../use-challenge-keys.ts'
import { useHeldBack } from '../use-held-back.ts'
import { useNewChallenges } from '../use-new-challenges.ts'
import { useView } from '../use-view.ts'
import classes from './challenges-page.module.css'

const FreezeBand = lazy(async () => ({ default: (await import('../../../kit/freeze-band.tsx')).FreezeBand }))

type Props = {
  game: DetailedGameInfo
  pushed: boolean
  news: ReadonlyMap<number, InstanceProgress>
  store: GameStore
  tunnel: Tunnel | null
  aside: ReactNode
  /** Part of the aside, and needed without it, too. */
  chip: ReactNode
}

// Links of compatible clients: the ID, then words of the title.
const idIn = (hash: string): string | undefined => /^#(\d{1,9})(?:-|$)/.exec(hash)?.[1]

export const ChallengesPage = (props: Props) => {
  const { t } = useTranslation('play')
  const details = useQuery(detailsQuery(useApi(), props.game.id, !props.pushed))
  return (
    <Loaded
      query={details}
      failed={t('challenges.failed')}
      waiting={<Skeleton label={t('common.loading')} lines={10} />}
    >
      {(detail) => <Challenges {...props} detail={detail} loading={details.isFetching} />}
    </Loaded>
  )
}

type ChallengesProps = Props & { detail: GameDetail; loading: boolean }

const Challenges = (props: ChallengesProps) => {
  const { game, detail, loading, pushed, news, store, tunnel, aside, chip } = props
  const { t } = useTranslation('play')
  const [search] = useSearchParams()
  const { set, draw } = useAddress()
  const state = useView()
  const { view } = state
  const minute = useMinute()
  const listed = useMemo(() => challengesOf(detail, minute), [detail, minute])
  const { hash } = useLocation()
  const openId = Number(search.get('challenge') ?? idIn(hash))
  const open = listed.find(({ id }) => id === openId)
  const ids = listed.map(({ id }) => id)
  const fresh = useNewChallenges(game.id, ids, open?.id ?? null)
  const held = useHeldBack(ids, { loading, open: open?.id ?? null })
  const all = held.ids.length === 0 ? listed : listed.filter(({ id }) => !held.ids.includes(id))
  const tallies = categoriesOf(all)
  const shown = shownIn(all, view)
  const around = open === undefined ? null : neighbors(shown, open.id)
  const docked = useIsDesk()
  const hasAside = useHasAsideBesidePanel() || around === null || !docked
  // Its notices are many, and must not delay the list when a challenge is closed.
  const isAsideDue = useDeferredValue(hasAside)

  const addressOf = (id: number): string => {
    const next = new URLSearchParams(search)
    next.set('challenge', String(id))
    return `?${next}`
  }
  const go = (id: number): void => set({ challenge: id })
  const close = (): void => set({ challenge: null }, true)
  const list = useFocusAfter(open?.id ?? null)
  const showHeld = (): void => {
    const [first] = held.ids
    held.show()
    // The button that had the focus goes.
    requestAnimationFrame(() => cardIn(list.current, first)?.focus())
  }
  const openFirst = (typed: string): void => {
    const [first] = shownIn(all, { ...view, text: typed })
    if (first !== undefined) set({ challenge: first.id, q: typed }, true)
  }
  useChallengeKeys({
    list,
    open: around === null ? null : { ...around, docked },
    draw,
    onGo: go,
    onClose: close,
  })

  const cards = {
    challenges: shown,
    lines: state.list,
    team: detail.rank.id,
    isNew: (id: number) => fresh.has(id),
    open: open?.id ?? null,
    addressOf,
    onOpen: (id: number) => set({ challenge: id }, true),
  }
  return (
    <div className={classes.columns} data-docked={(docked && around !== null) || undefined}>
      <div className={classes.main}>
        {(game.freezeAt !== undefined || detail.frozenAt !== undefined) && (
          <Suspense fallback={<div className={classes.band} />}>
            <FreezeBand game={game} shown={detail} part="details" lead={t('game.scoreboard')} />
          </Suspense>
        )}
        <ChallengeToolbar
          tallies={tallies}
          shown={shown.length}
          held={held.ids.length}
          state={state}
          chip={hasAside ? null : chip}
          onFirst={openFirst}
          onDown={() => cardIn(list.current)?.focus()}
          onShowHeld={showHeld}
        />
        {all.length === 0 ? (
          <EmptyState title={t('challenges.none')} text={t('challenges.noneHint')} />
        ) : shown.length === 0 ? (
          <EmptyState
            icon={view.hideSolved && view.text === '' ? 'check' : 'search'}
            title={
              view.hideSolved && view.text === '' ? t('challenges.allSolved') : t('challenges.noneFound')
            }
          >
            <Button onClick={state.reset}>{t('challenges.showAll')}</Button>
          </EmptyState>
        ) : (
          <div ref={list} className={classes.list} onPointerEnter={comeNear} onFocus={comeNear}>
            {view.sort === 'category' ? (
              <CategoryBlocks {...cards} tallies={tallies} />
            ) : (
              <ChallengeCards {...cards} />
            )}
          </div>
        )}
      </div>
      {hasAside && isAsideDue && (
        <aside className={classes.aside}>
          <TeamCard game={game} detail={detail} />
          {aside}
        </aside>
      )}
      {open !== undefined && (
        <ChallengePanel
          key={open.id}
          game={game}
          listed={open}
          team={detail.rank.id}
          division={divisionIn(game, detail)}
          challenges={all}
          rank={detail.rank.rank}
          isFrozen={detail.frozenAt !== undefined}
          store={store}
          news={news.get(open.id) ?? null}
          tunnel={tunnel}
          pushed={pushed}
          docked={docked}
          previous={around?.previous ?? null}
          next={around?.next ?? null}
          onGo={go}
          onClose={close}
        />
      )}
    </div>
  )
}

const divisionIn = ({ divisions }: DetailedGameInfo, { rank }: GameDetail) =>
  divisions === null || divisions.length < 2
    ? null
    : (divisions.find(({ id }) => id === rank.divisionId) ?? null)

// The same widths as in the style sheet.
const useIsDesk = (): boolean => useMedia('(min-width: 90rem)')
const useHasAsideBesidePanel = (): boolean => useMedia('(min-width: 140rem)')

const cardIn = (list: HTMLElement | null, id?: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(id === undefined ? '[data-challenge]' : `[data-challenge="${id}"]`) ?? null

const useFocusAfter = (open: number | null): RefObject<HTMLDivElement | null> => {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef<number | null>(null)
  useEffect(() => {
    // A fast person is in the search box already.
    if (open === null && before.current !== null && !isTyping(document.activeElement))
      cardIn(list.current, before.current)?.focus()
    before.current = open
  }, [open])
  return list
}

import type { DetailedGameInfo } from '@pennant/contract/game'
import type { InstanceProgress } from '@pennant/contract/hub'
import type { GameDetail } from '@pennant/contract/scoreboard'
import { useQuery } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearchParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useMinute } from '../../../kit/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ChallengeCard } from '../components/challenge-card.tsx'
import { ChallengePanel } from '../components/challenge-panel.tsx'
import { ChallengeToolbar } from '../components/challenge-toolbar.tsx'
import { TeamCard } from '../components/team-card.tsx'
import { detailsQuery } from '../queries.ts'
import type { Tunnel } from '../instance-endpoint.ts'
import { challengesOf, neighbors, shownIn } from '../challenge-list.ts'
import { useNewChallenges } from '../use-new-challenges.ts'
import { useView } from '../use-view.ts'
import classes from './challenges-page.module.css'

const FreezeBand = lazy(async () => ({ default: (await import('../../../kit/freeze-band.tsx')).FreezeBand }))

type Props = {
  game: DetailedGameInfo
  pushed: boolean
  news: ReadonlyMap<number, InstanceProgress>
  tunnel: Tunnel | null
  aside: ReactNode
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
      {(detail) => <Challenges {...props} detail={detail} />}
    </Loaded>
  )
}

const Challenges = ({ game, detail, pushed, news, tunnel, aside }: Props & { detail: GameDetail }) => {
  const { t } = useTranslation('play')
  const [search, setSearch] = useSearchParams()
  const view = useView()
  const all = challengesOf(detail, useMinute())
  const shown = shownIn(all, view.view)
  const { hash } = useLocation()
  const openId = Number(search.get('challenge') ?? idIn(hash))
  const open = all.find(({ id }) => id === openId)
  const fresh = useNewChallenges(
    game.id,
    all.map(({ id }) => id),
    open?.id ?? null,
  )

  const addressOf = useCallback(
    (id: number | null): string => {
      const next = new URLSearchParams(search)
      if (id === null) next.delete('challenge')
      else next.set('challenge', String(id))
      return `?${next}`
    },
    [search],
  )
  const [paged, setPaged] = useState(false)
  const go = useCallback(
    (id: number) => {
      setPaged(true)
      setSearch(addressOf(id).slice(1), { replace: true, preventScrollReset: true })
    },
    [addressOf, setSearch],
  )
  const close = (): void => {
    setPaged(false)
    setSearch(addressOf(null).slice(1), { preventScrollReset: true })
  }
  const grid = useFocusAfter(open?.id ?? null)

  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        {(game.freezeAt !== undefined || detail.frozenAt !== undefined) && (
          <Suspense fallback={<div className={classes.band} />}>
            <FreezeBand game={game} shown={detail} part="details" lead={t('game.scoreboard')} />
          </Suspense>
        )}
        <ChallengeToolbar challenges={all} shown={shown.length} state={view} />
        {all.length === 0 ? (
          <EmptyState title={t('challenges.none')} text={t('challenges.noneHint')} />
        ) : shown.length === 0 ? (
          <EmptyState
            icon={view.view.hideSolved && view.view.text === '' ? 'check' : 'search'}
            title={
              view.view.hideSolved && view.view.text === ''
                ? t('challenges.allSolved')
                : t('challenges.noneFound')
            }
          >
            <Button onClick={view.reset}>{t('challenges.showAll')}</Button>
          </EmptyState>
        ) : (
          <ul ref={grid} className={classes.grid} data-view={view.list ? 'list' : 'cards'}>
            {shown.map((challenge) => (
              <li key={challenge.id}>
                <ChallengeCard
                  challenge={challenge}
                  team={detail.rank.id}
                  isNew={fresh.has(challenge.id)}
                  to={{ search: addressOf(challenge.id) }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <aside className={classes.aside}>
        <TeamCard game={game} detail={detail} />
        {aside}
      </aside>
      {open !== undefined && (
        <ChallengePanel
          key={open.id}
          game={game}
          listed={open}
          rank={detail.rank.rank}
          news={news.get(open.id) ?? null}
          tunnel={tunnel}
          pushed={pushed}
          paged={paged}
          {...neighbors(shown, open.id)}
          onGo={go}
          onClose={close}
        />
      )}
    </div>
  )
}

const useFocusAfter = (open: number | null): RefObject<HTMLUListElement | null> => {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef<number | null>(null)
  useEffect(() => {
    if (open === null && before.current !== null)
      list.current?.querySelector<HTMLElement>(`[data-challenge="${before.current}"]`)?.focus()
    before.current = open
  }, [open])
  return list
}

import type { GameEvent } from '@pennant/contract/hub'
import type { CheatInfo } from '@pennant/contract/submission'
import { isOver } from '@pennant/rules/game/phase'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { markStale } from '../../../api/refresh.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { ParticipationBadge } from '../../../kit/participation-badge.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { useWatchedGame } from '../../../kit/use-layout-game.ts'
import { useLive } from '../../../live/use-live.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Announced } from '../../../ui/announced.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { type CheatCase, casesIn } from '../cheat-case.ts'
import { CaseView } from '../components/case-view.tsx'
import { WatchHead } from '../components/watch-head.tsx'
import { cheatsQuery } from '../queries.ts'
import classes from './cheats-page.module.css'
import { Name } from '../../../ui/name.tsx'

export const CheatsPage = () => {
  const game = useWatchedGame()
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const api = useApi()
  const queries = useQueryClient()
  const over = isOver(game, api.time.now())
  const again = (): void => markStale(queries, ['watch', game.id, 'cheats'])
  const live = useLive({
    hub: 'monitor',
    game: game.id,
    wanted: !over,
    on: {
      ReceivedGameEvent: ({ type }: GameEvent) => {
        if (type === 'CheatDetected') again()
      },
    },
    onConnected: again,
  })
  const query = useQuery(cheatsQuery(api, game.id, !over && live !== 'live'))
  return (
    <section className={classes.page} aria-label={staff('watch.cheats')}>
      <WatchHead title={staff('watch.cheats')} live={over ? null : live} />
      <Loaded query={query} failed={t('cheats.failed')}>
        {(incidents) => <Cases game={game.id} incidents={incidents} />}
      </Loaded>
    </section>
  )
}

const Cases = ({ game, incidents }: { game: number; incidents: readonly CheatInfo[] }) => {
  const { t } = useTranslation('monitor')
  const { get, set } = useAddress()
  const cases = useMemo(() => casesIn(incidents), [incidents])
  const opened = cases.find(({ key }) => key === get('case'))
  if (opened !== undefined) return <CaseView key={opened.key} game={game} found={opened} />
  if (cases.length === 0)
    return <EmptyState icon="check" title={t('cheats.none')} text={t('cheats.noneHint')} />
  const text = get('q').trim().toLocaleLowerCase()
  const shown = cases.filter((one) => wordsOf(one).includes(text))
  return (
    <>
      <SearchBox
        label={t('cheats.search')}
        clear={t('watch.filter.clear', { name: t('cheats.search') })}
        value={get('q')}
        onChange={(q) => set({ q })}
      />
      <p className={classes.count}>
        <Announced text={t('cheats.cases', { count: shown.length })} />
      </p>
      <ul className={classes.list}>
        {shown.map((one) => (
          <Row key={one.key} found={one} />
        ))}
      </ul>
    </>
  )
}

const wordsOf = ({ teams, challenges }: CheatCase): string =>
  [...teams.map(({ name }) => name), ...challenges].join('\n').toLocaleLowerCase()

const Row = ({ found: { key, teams, incidents, challenges, last } }: { found: CheatCase }) => {
  const { t } = useTranslation('monitor')
  return (
    <li className={classes.case}>
      <Link to={`?case=${key}`} className={classes.teams}>
        {teams.map(({ id, name, avatar }) => (
          <span key={id} className={classes.team}>
            <Avatar name={name} url={avatar} size={24} />
            <Name>{name}</Name>
          </span>
        ))}
      </Link>
      <span className={classes.facts}>
        {teams.map(({ id, status }) => (
          <ParticipationBadge key={id} status={status} />
        ))}
        <span>{t('cheats.incidents', { count: incidents.length })}</span>
        <Name>{challenges.join(' · ')}</Name>
        <Moment at={last} seconds />
      </span>
    </li>
  )
}

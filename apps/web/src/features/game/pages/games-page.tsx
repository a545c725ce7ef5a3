import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useIs } from '../../../api/queries/session.ts'
import { useMinute } from '../../../kit/use-now.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Row } from '../../../ui/row.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { GameCalendar } from '../components/game-calendar.tsx'
import { GameCard } from '../components/game-card.tsx'
import { type Filter, filters, gamesShown } from '../game-list.ts'
import { gamesQuery } from '../all-games.ts'
import classes from '../components/game-card.module.css'

export const GamesPage = () => {
  const { t } = useTranslation('play')
  const { t: w } = useTranslation()
  const makesGames = useIs('Admin')
  const games = useQuery(gamesQuery(useApi()))
  const now = useMinute()
  const [search, setSearch] = useSearchParams()
  const filter = filters.find((one) => one === search.get('show')) ?? 'all'
  const text = search.get('q') ?? ''

  const set = (name: 'show' | 'q', value: string): void =>
    setSearch(
      (old) => {
        const next = new URLSearchParams(old)
        if (value === '' || value === 'all') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  return (
    <>
      <PageHead title={t('title.games')} />
      <Row gap="m" below="l">
        <SearchBox
          label={t('games.search')}
          clear={t('common.clear')}
          value={text}
          onChange={(value) => set('q', value)}
        />
        <Segmented<Filter>
          label={t('games.filter')}
          value={filter}
          options={filters.map((value) => ({
            value,
            label: value === 'all' ? t('games.all') : t(`phase.${value}`),
          }))}
          onChange={(value) => set('show', value)}
        />
      </Row>
      <Loaded query={games} failed={t('games.failed')}>
        {(all) => {
          const shown = gamesShown(all, { filter, text, now })
          if (all.length === 0)
            return makesGames ? (
              <EmptyState title={t('games.none')}>
                <LinkButton kind="primary" to="/admin/games">
                  {w('home.firstGame')}
                </LinkButton>
                <LinkButton to="/admin/games?new=sample">{w('home.sampleGame')}</LinkButton>
              </EmptyState>
            ) : (
              <EmptyState title={t('games.none')} text={t('games.noneHint')} />
            )
          if (shown.length === 0)
            return (
              <EmptyState icon="search" title={t('games.noneFound')}>
                <Button onClick={() => setSearch({}, { replace: true })}>{t('games.showAll')}</Button>
              </EmptyState>
            )
          return (
            <>
              <GameCalendar games={shown} now={now} />
              <ul className={classes.grid}>
                {shown.map((game) => (
                  <li key={game.id}>
                    <GameCard game={game} now={now} />
                  </li>
                ))}
              </ul>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

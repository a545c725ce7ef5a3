import type { ChallengeTraffic, TeamTraffic } from '@pennant/contract/capture'
import type { DetailedGameInfo } from '@pennant/contract/game'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { useIs } from '../../../api/queries/session.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { useWatchedGame } from '../../../kit/use-layout-game.ts'
import { CategorySign } from '../../../theme/category.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { CaptureList } from '../components/capture-list.tsx'
import { StaffLinks } from '../components/staff-links.tsx'
import { WatchHead } from '../components/watch-head.tsx'
import { capturedChallengesQuery, capturedTeamsQuery } from '../traffic-queries.ts'
import classes from './traffic-page.module.css'
import { Name } from '../../../ui/name.tsx'

const idIn = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

export const TrafficPage = () => {
  const game = useWatchedGame()
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const queries = useQueryClient()
  const query = useQuery(capturedChallengesQuery(useApi(), game.id))
  return (
    <section className={classes.page} aria-label={staff('watch.traffic')}>
      <WatchHead title={staff('watch.traffic')} live={null}>
        <Button
          icon={<Icon name="refresh" />}
          pending={query.isFetching}
          onClick={() => void queries.invalidateQueries({ queryKey: ['captures', game.id] })}
        >
          {t('traffic.refresh')}
        </Button>
      </WatchHead>
      <Loaded query={query} failed={t('traffic.failed')}>
        {(challenges) =>
          challenges.length === 0 ? <Nothing game={game} /> : <Columns game={game} challenges={challenges} />
        }
      </Loaded>
    </section>
  )
}

const Nothing = ({ game }: { game: DetailedGameInfo }) => {
  const { t } = useTranslation('monitor')
  const edits = useIs('Admin')
  return (
    <EmptyState icon="plug" title={t('traffic.none')} text={t('traffic.noneHint')}>
      {edits && <Link to={`/admin/games/${game.id}/challenges`}>{t('traffic.toChallenges')}</Link>}
    </EmptyState>
  )
}

const Columns = ({
  game,
  challenges,
}: {
  game: DetailedGameInfo
  challenges: readonly ChallengeTraffic[]
}) => {
  const { t } = useTranslation('monitor')
  const { get, set } = useAddress()
  const challenge = challenges.find(({ id }) => id === idIn(get('challenge'))) ?? null
  const team = idIn(get('team'))
  const text = get('q')
  return (
    <>
      <div className={classes.search}>
        <SearchBox
          label={t('traffic.search')}
          clear={t('watch.filter.clear', { name: t('traffic.search') })}
          value={text}
          onChange={(q) => set({ q })}
        />
      </div>
      <div className={classes.columns} data-depth={challenge === null ? 0 : team === null ? 1 : 2}>
        <Column title={t('traffic.challenges')}>
          <ul className={classes.list}>
            {challenges
              .filter(({ title }) => fits(title, challenge === null ? text : ''))
              .map((one) => (
                <li key={one.id}>
                  <Link
                    to={`?challenge=${one.id}`}
                    className={classes.item}
                    aria-current={one.id === challenge?.id || undefined}
                  >
                    <CategorySign category={one.category} />
                    <span className={classes.name}>
                      <Name>{one.title}</Name>
                    </span>
                    {!one.isEnabled && <Badge>{t('watch.disabled')}</Badge>}
                    <span className={classes.figure}>{t('traffic.teams', { count: one.count })}</span>
                  </Link>
                </li>
              ))}
          </ul>
        </Column>
        {challenge !== null && <Teams game={game.id} challenge={challenge} team={team} text={text} />}
      </div>
    </>
  )
}

const fits = (name: string, text: string): boolean =>
  name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())

type TeamsProps = { game: number; challenge: ChallengeTraffic; team: number | null; text: string }

const Teams = ({ game, challenge, team, text }: TeamsProps) => {
  const { t } = useTranslation('monitor')
  const query = useQuery(capturedTeamsQuery(useApi(), game, challenge.id))
  const found: TeamTraffic | undefined = query.data?.find(({ id }) => id === team)
  return (
    <>
      <Column
        title={t('traffic.teamsOf', { name: challenge.title })}
        back={{ to: '?', text: t('traffic.challenges') }}
      >
        <StaffLinks game={game} challengeId={challenge.id} challenge={challenge.title} />
        <Loaded query={query} failed={t('traffic.failed')}>
          {(teams) =>
            teams.length === 0 ? (
              <p className={classes.none}>{t('traffic.noTeams')}</p>
            ) : (
              <ul className={classes.list}>
                {teams
                  .filter(({ name }) => fits(name ?? '', team === null ? text : ''))
                  .map((one) => (
                    <li key={one.id}>
                      <Link
                        to={`?challenge=${challenge.id}&team=${one.id}`}
                        className={classes.item}
                        aria-current={one.id === team || undefined}
                      >
                        <Avatar name={one.name ?? '?'} url={one.avatar} size={24} />
                        <span className={classes.name}>
                          <Name>{one.name}</Name>
                        </span>
                        {one.division !== null && <Badge>{one.division}</Badge>}
                        <span className={classes.figure}>{t('traffic.files', { count: one.count })}</span>
                      </Link>
                    </li>
                  ))}
              </ul>
            )
          }
        </Loaded>
      </Column>
      {team !== null && (
        <Column
          title={t('traffic.filesOf', { name: found?.name ?? `#${team}` })}
          back={{ to: `?challenge=${challenge.id}`, text: challenge.title }}
        >
          {found !== undefined && (
            <StaffLinks game={game} teamId={found.teamId} team={found.name ?? `#${found.teamId}`} />
          )}
          <CaptureList
            key={`${challenge.id} ${team}`}
            game={game}
            owner={{ challenge: challenge.id, participation: team }}
            name={found?.name ?? `#${team}`}
            fits={(name) => fits(name, text)}
          />
        </Column>
      )}
    </>
  )
}

type ColumnProps = { title: string; back?: { to: string; text: string }; children: ReactNode }

const Column = ({ title, back, children }: ColumnProps) => (
  <section className={classes.column} aria-label={title}>
    {back !== undefined && (
      <Link to={back.to} className={classes.back}>
        <Icon name="left" />
        {back.text}
      </Link>
    )}
    <h3 className={classes.heading}>{title}</h3>
    {children}
  </section>
)

import { hasStarted, phaseOf } from '@pennant/rules/game/phase'
import { readinessOf } from '@pennant/rules/game/readiness'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useGameToEdit } from '../../../kit/use-game-to-edit.ts'
import { statusQuery } from '../../../api/queries/status.ts'
import { useMinute } from '../../../kit/use-now.ts'
import { Panel } from '../../../ui/panel.tsx'
import { GameKeys } from '../components/game-keys.tsx'
import { GameNumbers } from '../components/game-numbers.tsx'
import { LatestEvents } from '../components/latest-events.tsx'
import { ProgressTable } from '../components/progress-table.tsx'
import { ReadinessPanel } from '../components/readiness-panel.tsx'
import {
  capturedQuery,
  challengesToEditQuery,
  divisionsToEditQuery,
  latestEventsQuery,
  overviewQuery,
} from '../queries.ts'
import classes from './overview-page.module.css'

/** Whether a game is ready, how it goes, and what has just happened in it. */
export const OverviewPage = () => {
  const { data: game } = useGameToEdit()
  const { t } = useTranslation('organise')
  const { t: p } = useTranslation('play')
  const { t: d } = useTranslation('desk')
  const api = useApi()
  const now = useMinute()
  const challenges = useQuery(challengesToEditQuery(api, game.id))
  const divisions = useQuery(divisionsToEditQuery(api, game.id))
  const overview = useQuery(overviewQuery(api, game.id))
  // What concerns the whole installation changes rarely, and costs a look at all of it.
  const { data: status } = useQuery({ ...statusQuery(api), refetchInterval: false, staleTime: 60_000 })
  const started = hasStarted(game, now)
  const phase = phaseOf(game, now)
  const captured = useQuery({ ...capturedQuery(api, game.id), enabled: phase === 'ended' })
  const events = useQuery({ ...latestEventsQuery(api, game.id), enabled: started })
  return (
    <div className={classes.page}>
      <Loaded query={challenges} failed={p('challenges.failed')}>
        {(list) => (
          <Loaded query={divisions} failed={t('divisions.failed')}>
            {(parts) => (
              <ReadinessPanel
                game={game}
                phase={phase}
                findings={readinessOf({
                  game,
                  challenges: list,
                  divisions: parts,
                  now,
                  overview: overview.data,
                  captures: captured.data?.filter(({ count }) => count > 0).length,
                  warnings: status?.warnings ?? [],
                })}
              />
            )}
          </Loaded>
        )}
      </Loaded>
      {api.additions.known && (
        <>
          <Part title={t('overview.numbers')}>
            <Loaded query={overview} failed={t('overview.numbersFailed')}>
              {(data) => <GameNumbers gameId={game.id} overview={data} />}
            </Loaded>
          </Part>
          <Part title={t('overview.progress')}>
            <Loaded query={overview} failed={t('overview.numbersFailed')}>
              {(data) => <ProgressTable gameId={game.id} overview={data} />}
            </Loaded>
          </Part>
        </>
      )}
      <div className={classes.pair}>
        <Framed
          title={t('overview.events')}
          more={<Link to={`/games/${game.id}/monitor/events`}>{d('watch.events')}</Link>}
        >
          {started ? (
            <Loaded query={events} failed={t('overview.eventsFailed')}>
              {(list) => <LatestEvents events={list} />}
            </Loaded>
          ) : (
            <LatestEvents events={[]} />
          )}
        </Framed>
        <Framed title={t('overview.keys')}>
          <GameKeys game={game} />
        </Framed>
      </div>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.part}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

const Framed = ({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) => {
  const id = useId()
  return (
    <Panel labelledBy={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {more}
      </div>
      {children}
    </Panel>
  )
}

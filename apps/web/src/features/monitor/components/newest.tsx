import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Moment } from '../../../i18n/moment.tsx'
import type { EventRow, SubmissionRow } from '../queries.ts'
import { AnswerText } from './answer-text.tsx'
import { EventBadge, EventText } from './event-text.tsx'
import classes from './newest.module.css'
import { ResultBadge } from './result-badge.tsx'
import { Name } from '../../../ui/name.tsx'

type Props = { game: number; events: readonly EventRow[]; submissions: readonly SubmissionRow[] }

export const Newest = ({ game, events, submissions }: Props) => {
  const { t } = useTranslation('monitor')
  const base = `/games/${game}/monitor`
  return (
    <div className={classes.both}>
      <section aria-labelledby="newest-submissions">
        <h3 id="newest-submissions" className={classes.heading}>
          <Link to={`${base}/submissions`}>{t('watch.newestSubmissions')}</Link>
        </h3>
        {submissions.length === 0 ? (
          <p className={classes.none}>{t('submissions.none')}</p>
        ) : (
          <ol className={classes.list}>
            {submissions.map(({ key, time, status, team, challenge, answer }) => (
              <li key={key} className={classes.item}>
                <span className={classes.line}>
                  <ResultBadge result={status} />
                  <Name className={classes.name}>{team}</Name>
                  <Name>{challenge}</Name>
                  <Moment at={time} seconds />
                </span>
                <AnswerText text={answer} />
              </li>
            ))}
          </ol>
        )}
      </section>
      <section aria-labelledby="newest-events">
        <h3 id="newest-events" className={classes.heading}>
          <Link to={`${base}/events`}>{t('watch.newestEvents')}</Link>
        </h3>
        {events.length === 0 ? (
          <p className={classes.none}>{t('events.none')}</p>
        ) : (
          <ol className={classes.list}>
            {events.map((event) => (
              <li key={event.key} className={classes.item}>
                <span className={classes.line}>
                  <EventBadge type={event.type} />
                  <Name className={classes.name}>{event.team}</Name>
                  <Moment at={event.time} seconds />
                </span>
                <EventText event={event} />
              </li>
            ))}
          </ol>
        )}
      </section>
    </div>
  )
}

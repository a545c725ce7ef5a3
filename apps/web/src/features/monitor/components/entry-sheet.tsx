import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import { useIs } from '../../../api/queries/session.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { staffLinksOf } from '../staff-links.ts'
import type { Entry } from '../entry.ts'
import classes from './entry-sheet.module.css'

type Props = {
  game: number
  title: ReactNode
  entry: Entry
  facts: readonly { name: string; value: ReactNode }[]
  tracesAt: (participation: number) => To
  onClose: () => void
}

export const EntrySheet = ({ game, title, entry, facts, tracesAt, onClose }: Props) => {
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const administrates = useIs('Admin')
  const links = [
    ...linksFrom(game, entry, tracesAt),
    ...(administrates ? staffLinksOf({ game, ...entry }) : []),
  ]
  return (
    <SideSheet
      title={title}
      lead={<Moment at={entry.time} seconds />}
      close={staff('close')}
      onClose={onClose}
    >
      <dl className={classes.facts}>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {links.length > 0 && (
        <nav aria-labelledby="links">
          <h3 id="links" className={classes.heading}>
            {t('watch.links')}
          </h3>
          <ul className={classes.links}>
            {links.map(({ text, to }) => (
              <li key={text}>
                <Link to={to} onClick={onClose}>
                  {t(`watch.link.${text}`, {
                    team: entry.team,
                    user: entry.user,
                    challenge: entry.challenge ?? '',
                  })}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </SideSheet>
  )
}

type EntryLink = { text: 'team' | 'user' | 'challenge' | 'pair' | 'traces' | 'traffic' | 'board'; to: To }

const linksFrom = (
  game: number,
  { teamId, participationId, userId, challengeId }: Entry,
  tracesAt: Props['tracesAt'],
): EntryLink[] => {
  const base = `/games/${game}/monitor`
  return [
    ...(teamId == null ? [] : [linkTo('team', `${base}/submissions?team=${teamId}`)]),
    ...(userId == null ? [] : [linkTo('user', `${base}/submissions?user=${userId}`)]),
    ...(challengeId == null ? [] : [linkTo('challenge', `${base}/submissions?challenge=${challengeId}`)]),
    ...(teamId == null || challengeId == null
      ? []
      : [linkTo('pair', `${base}/submissions?team=${teamId}&challenge=${challengeId}`)]),
    ...(participationId == null ? [] : [linkTo('traces', tracesAt(participationId))]),
    ...(participationId == null || challengeId == null
      ? []
      : [linkTo('traffic', `${base}/traffic?challenge=${challengeId}&team=${participationId}`)]),
    ...(teamId == null ? [] : [linkTo('board', `/games/${game}/scoreboard?team=${teamId}`)]),
  ]
}

const linkTo = (text: EntryLink['text'], to: To): EntryLink => ({ text, to })

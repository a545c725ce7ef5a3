import type { OwnGame } from '@pennant/contract/game'
import { isEndless } from '@pennant/rules/game/phase'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTimeLeft } from '../../../i18n/duration.ts'
import { useNumber } from '../../../i18n/number.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { useNow } from '../../../kit/use-now.ts'
import { LinkButton } from '../../../ui/button.tsx'
import { Name } from '../../../ui/name.tsx'
import classes from './cockpit.module.css'

type Props = {
  game: OwnGame
  /** Three cards. Null until they are known. */
  cards: ReactNode
  team: ReactNode
  live: ReactNode
}

const titleId = 'cockpit'

export const Cockpit = ({ game, cards, team, live }: Props) => {
  const { t } = useTranslation('cockpit')
  const { t: own } = useTranslation('live')
  return (
    <section className={classes.cockpit} aria-labelledby={titleId}>
      <div className={classes.main}>
        <header className={classes.head}>
          <h1 id={titleId} className={classes.title}>
            <Name>{game.title}</Name>
          </h1>
          <Clock game={game} />
        </header>
        <Figures game={game} />
        <h2 className={classes.heading}>{t('cockpit.continue')}</h2>
        <div className={classes.cards}>{cards}</div>
        <div className={classes.ways}>
          <LinkButton kind="primary" to={`/games/${game.id}/challenges`}>
            {t('cockpit.challenges')}
          </LinkButton>
          <LinkButton to={`/games/${game.id}/scoreboard`}>{t('cockpit.scoreboard')}</LinkButton>
        </div>
      </div>
      <div className={classes.side}>
        <section aria-labelledby="cockpit-team">
          <h2 id="cockpit-team" className={classes.heading}>
            {own('line.ownTitle')}
          </h2>
          <div className={classes.lines}>{team}</div>
        </section>
        <section aria-labelledby="cockpit-live">
          <h2 id="cockpit-live" className={classes.heading}>
            {t('cockpit.live')}
          </h2>
          <div className={classes.lines}>{live}</div>
        </section>
      </div>
    </section>
  )
}

const Clock = ({ game }: Pick<Props, 'game'>) => {
  const { t } = useTranslation('cockpit')
  const language = useLanguage()
  const now = useNow()
  if (isEndless(game, now)) return <span className={classes.endless}>{t('common.noEnd')}</span>
  return (
    <bdi className={classes.clock} role="timer" aria-label={t('cockpit.left')} dir="ltr">
      {formatTimeLeft(language, game.end - now)}
    </bdi>
  )
}

const none = '–'

const Figures = ({ game: { rank, score, toNext, solved, challengeCount } }: { game: OwnGame }) => {
  const { t } = useTranslation('cockpit')
  const write = useNumber()
  const figures = [
    [t('cockpit.rank'), rank === 0 ? none : write(rank)],
    [t('cockpit.points'), write(score)],
    [t('cockpit.solved'), `${write(solved)}/${write(challengeCount)}`],
    ...(toNext === null || rank < 2
      ? []
      : [[t('cockpit.toPlace', { count: rank - 1, ordinal: true }), write(toNext)]]),
  ]
  return (
    <dl className={classes.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi dir="ltr">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

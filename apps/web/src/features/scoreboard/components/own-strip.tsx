import type { ScoreboardItem } from '@pennant/contract/scoreboard'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../ui/avatar.tsx'
import type { Board } from '../board.ts'
import classes from './own-strip.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = { board: Board; line: ScoreboardItem }

export const OwnStrip = ({ board: { frozenAt, challenges }, line }: Props) => {
  const { t } = useTranslation('play')
  const id = useId()
  const titles = new Map(challenges.map((challenge) => [challenge.id, challenge.title]))
  const later = line.solvedChallenges.filter(({ time }) => frozenAt !== null && time >= frozenAt)
  return (
    <section className={classes.strip} aria-labelledby={id}>
      <header className={classes.head}>
        <Avatar name={line.name} url={line.avatar} size={36} />
        <h2 id={id} className={classes.name}>
          <Name>{line.name}</Name>
        </h2>
      </header>
      <dl className={classes.facts}>
        <div>
          <dt>{t('standing.score')}</dt>
          <dd>{line.score}</dd>
        </div>
        <div>
          <dt>{t('standing.solved')}</dt>
          <dd>{`${line.solvedCount} / ${challenges.length}`}</dd>
        </div>
      </dl>
      {later.length > 0 && (
        <div className={classes.later}>
          <p>{t('freeze.later')}</p>
          <ul className={classes.solves}>
            {later.map(({ id: challenge, score }) => (
              <li key={challenge} className={classes.solve}>
                {titles.get(challenge)} <span className={classes.points}>{score}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  )
}

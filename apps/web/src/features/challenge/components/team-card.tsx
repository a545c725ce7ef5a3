import type { DetailedGameInfo } from '@pennant/contract/game'
import type { GameDetail } from '@pennant/contract/scoreboard'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../../i18n/start.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import classes from './team-card.module.css'
import { Name } from '../../../ui/name.tsx'

const WriteupDialog = lazy(async () => ({
  default: (await withTexts('team', import('../../../kit/writeup-dialog.tsx'))).WriteupDialog,
}))

type Props = {
  game: DetailedGameInfo
  detail: GameDetail
  /** There may be two cards on a page. */
  titleId?: string
}

export const TeamCard = ({
  game,
  detail: { rank, challengeCount, teamToken, ...detail },
  titleId = 'standing',
}: Props) => {
  const { t } = useTranslation('play')
  const [writing, setWriting] = useState(false)
  const division = game.divisions?.find(({ id }) => id === rank.divisionId)
  const solved = rank.solvedChallenges.length
  const facts = [
    [t('standing.rank'), rank.rank === 0 ? '–' : String(rank.rank)],
    ...(rank.divisionRank === null ? [] : [[t('standing.divisionRank'), String(rank.divisionRank)]]),
    [t('standing.score'), String(rank.score)],
    [t('standing.solved'), `${solved} / ${challengeCount}`],
  ]
  return (
    <section className={classes.card} aria-labelledby={titleId}>
      <header className={classes.head}>
        <Avatar name={rank.name} url={rank.avatar} size={40} />
        <div className={classes.words}>
          <h2 id={titleId} className={classes.name}>
            <Name>{rank.name}</Name>
          </h2>
          {division !== undefined && (
            <Badge>
              <Name>{division.name}</Name>
            </Badge>
          )}
        </div>
      </header>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ProgressBar
        thin
        label={t('standing.progress')}
        share={challengeCount === 0 ? 0 : solved / challengeCount}
      />
      {/* Not kept between visits: it comes with the first answer. */}
      {teamToken !== '' && (
        <div className={classes.token}>
          <span>{t('standing.token')}</span>
          <span className={classes.secret} aria-hidden="true">
            {'••••••••'}
          </span>
          <CopyButton
            text={teamToken}
            labels={{
              copy: t('standing.copyToken'),
              copied: t('common.copied'),
              failed: t('common.copyFailed'),
            }}
          />
        </div>
      )}
      {detail.writeupRequired && <Button onClick={() => setWriting(true)}>{t('writeup.submit')}</Button>}
      {writing && (
        <Suspense>
          <WriteupDialog game={game.id} deadline={detail.writeupDeadline} onClose={() => setWriting(false)} />
        </Suspense>
      )}
    </section>
  )
}

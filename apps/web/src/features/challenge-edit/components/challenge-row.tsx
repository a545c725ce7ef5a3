import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Moment } from '../../../i18n/moment.tsx'
import { CategorySign } from '../../../theme/category.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Switch } from '../../../ui/switch.tsx'
import classes from './challenge-row.module.css'
import { Lacks } from './lacks.tsx'
import { Name } from '../../../ui/name.tsx'

type TitleProps = {
  game: number
  challenge: ChallengeSummary
  children?: ReactNode
}

export const ChallengeTitle = ({ game, challenge, children }: TitleProps) => (
  <>
    <span className={classes.title}>
      <CategorySign category={challenge.category} />
      <Link to={`/admin/games/${game}/challenges/${challenge.id}`}>
        <Name>{challenge.title}</Name>
      </Link>
    </span>
    {children}
  </>
)

export const ChallengeLabels = ({ challenge }: { challenge: ChallengeSummary }) => {
  const { tags = [], authors = [] } = challenge
  if (tags.length + authors.length === 0) return '–'
  return (
    <span className={classes.labels}>
      {tags.map((tag) => (
        <Badge key={tag}>
          <Name>{tag}</Name>
        </Badge>
      ))}
      {authors.map((author) => (
        <Name key={author}>{author}</Name>
      ))}
    </span>
  )
}

export const ChallengePoints = ({ challenge }: { challenge: ChallengeSummary }) => {
  const { t } = useTranslation('organise')
  const { score, originalScore, minScore } = challenge
  return (
    <span className={classes.points} title={t('challenges.pointsNow', { score, originalScore, minScore })}>
      {score}
      <span className={classes.dim}> / {originalScore}</span>
    </span>
  )
}

type StateProps = { challenge: ChallengeSummary; pending: boolean; onEnable: (enabled: boolean) => void }

export const ChallengeState = ({ challenge, pending, onEnable }: StateProps) => {
  const { t } = useTranslation('organise')
  const { title, isEnabled, deadlineUtc, enableAtUtc = null, lacks = [] } = challenge
  return (
    <div className={classes.state}>
      <Switch
        label={t('challenges.enabled', { title })}
        on={isEnabled}
        pending={pending}
        onChange={onEnable}
      />
      <span className={classes.times}>
        <span aria-hidden="true">{t(isEnabled ? 'challenge.enabled' : 'challenge.disabled')}</span>
        {!isEnabled && enableAtUtc !== null && (
          <span>
            {t('challenges.opens')} <Moment at={enableAtUtc} />
          </span>
        )}
        {deadlineUtc !== null && (
          <span>
            {t('challenges.closes')} <Moment at={deadlineUtc} />
          </span>
        )}
        {lacks.length > 0 && <span aria-hidden="true">{t('challenge.lacks')}</span>}
        <Lacks lacks={lacks} />
      </span>
    </div>
  )
}

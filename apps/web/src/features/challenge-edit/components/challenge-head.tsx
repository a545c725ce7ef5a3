import type { ChallengeEditDetail, ChallengeLack } from '@pennant/contract/challenge'
import { runsContainers } from '@pennant/rules/challenge/kind'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../../api/use-act.ts'
import { CategorySign } from '../../../theme/category.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { Switch } from '../../../ui/switch.tsx'
import type { Place } from '../queries.ts'
import type { ChallengeEditing } from '../use-challenge-editing.ts'
import classes from './challenge-head.module.css'
import { ChallengeNeighbours } from './challenge-neighbours.tsx'
import { BulkDialog } from './bulk-dialog.tsx'
import { Lacks } from './lacks.tsx'

type Props = {
  place: Place
  challenge: ChallengeEditDetail
  lacks: readonly ChallengeLack[]
  editing: ChallengeEditing
  part?: '' | '/flags'
  /** What can be done with all of it. */
  children?: ReactNode
}

/** What stands above the two screens of a challenge. */
export const ChallengeHead = ({ place, challenge, lacks, editing, part = '', children }: Props) => {
  const { t } = useTranslation('organise')
  const { t: p } = useTranslation('play')
  const { act, isPending } = useAct()
  const [wished, setWished] = useState<'enable' | 'disable' | null>(null)
  const { title, category, type, isEnabled, acceptedCount } = challenge
  const base = `/admin/games/${place.game}/challenges/${place.challenge}`

  const set = (enabled: boolean): void => {
    setWished(null)
    void act(
      'enable',
      () => editing.save(place.challenge, { isEnabled: enabled }, null),
      t(enabled ? 'challenge.isEnabled' : 'challenge.isDisabled'),
    )
  }
  const begin = (enabled: boolean): void => {
    const matters = enabled ? lacks.length > 0 : runsContainers(type)
    if (matters) setWished(enabled ? 'enable' : 'disable')
    else set(enabled)
  }
  return (
    <header className={classes.root}>
      <ChallengeNeighbours place={place} part={part} />
      <div className={classes.line}>
        <h2 className={classes.title}>
          <CategorySign category={category} size={22} />
          {title}
        </h2>
        <Badge>{t(`challenge.type.${type}`)}</Badge>
        <span className={classes.enabled}>
          <Switch
            label={t('challenges.enabled', { title })}
            on={isEnabled}
            pending={isPending('enable')}
            onChange={begin}
          />
          <span aria-hidden="true">{t(isEnabled ? 'challenge.enabled' : 'challenge.disabled')}</span>
        </span>
        {acceptedCount > 0 && (
          <span className={classes.dim}>{p('challenge.solves', { count: acceptedCount })}</span>
        )}
        <span className={classes.actions}>{children}</span>
      </div>
      {lacks.length > 0 && (
        <div className={classes.lacks}>
          <span className={classes.dim}>{t('challenge.lacks')}</span>
          <Lacks lacks={lacks} base={base} />
        </div>
      )}
      <LinkTabs
        label={t('challenge.parts')}
        tabs={[
          { to: base, label: t('challenge.editor'), end: true },
          { to: `${base}/flags`, label: t('challenge.flagsPart') },
        ]}
      />
      {wished !== null && (
        <BulkDialog
          game={place.game}
          wish={{ kind: wished, challenges: [{ ...challenge, minScore: 0, score: 0, lacks: [...lacks] }] }}
          onChange={() => set(wished === 'enable')}
          onDelete={() => undefined}
          onClose={() => setWished(null)}
        />
      )}
    </header>
  )
}

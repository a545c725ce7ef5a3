import type { ChallengeEditDetail, ChallengeLack, ChallengeSummary } from '@pennant/contract/challenge'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useAct } from '../../../kit/use-act.ts'
import { useUndo } from '../../../kit/use-undo.tsx'
import { CategorySign } from '../../../theme/category.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { oppositeOf } from '../bulk-action.ts'
import type { ChallengeRef } from '../queries.ts'
import { useBulkAction } from '../use-bulk-action.ts'
import type { ChallengeEditing } from '../use-challenge-editing.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import classes from './challenge-head.module.css'
import { ChallengeNeighbors, type ChallengePart } from './challenge-neighbors.tsx'
import { Lacks } from './lacks.tsx'
import { Name } from '../../../ui/name.tsx'

type Props = {
  challengeRef: ChallengeRef
  challenge: ChallengeEditDetail
  lacks: readonly ChallengeLack[]
  editing: ChallengeEditing
  part?: ChallengePart
  children?: ReactNode
}

export const ChallengeHead = ({ challengeRef, challenge, lacks, editing, part = '', children }: Props) => {
  const { t } = useTranslation('organise')
  const { t: p } = useTranslation('play')
  const { t: staff } = useTranslation('staff')
  const { supported } = useApi().extensions
  const { act, isPending } = useAct()
  const offerUndo = useUndo()
  const { asked, begin, close, isChecking } = useBulkAction(challengeRef.game)
  const { title, category, type, isEnabled, acceptedCount } = challenge
  const base = `/admin/games/${challengeRef.game}/challenges/${challengeRef.challenge}`

  const summary: ChallengeSummary = { ...challenge, minScore: 0, score: 0, lacks: [...lacks] }
  const set = (enabled: boolean): void => {
    close()
    void act('enable', async () => {
      const body = { isEnabled: enabled }
      const { version } = await editing.save(challengeRef.challenge, body, null)
      offerUndo({
        done: t(enabled ? 'challenge.isEnabled' : 'challenge.isDisabled'),
        text: title,
        undo: () => editing.save(challengeRef.challenge, oppositeOf(summary, body), version),
      })
    })
  }
  return (
    <header className={classes.root}>
      <div className={classes.line}>
        <h2 className={classes.title}>
          <CategorySign category={category} size={22} />
          <Name>{title}</Name>
        </h2>
        <Badge>{t(`challenge.type.${type}`)}</Badge>
        <Switch
          label={t('challenges.enabled', { title })}
          text={t(isEnabled ? 'challenge.enabled' : 'challenge.disabled')}
          on={isEnabled}
          pending={isPending('enable') || isChecking(challengeRef.challenge)}
          onChange={(on) =>
            void begin({ kind: on ? 'enable' : 'disable', challenges: [summary] }, () => set(on))
          }
        />
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
      <div className={classes.parts}>
        <LinkTabs
          label={t('challenge.parts')}
          tabs={[
            { to: base, label: t('challenge.editor'), end: true },
            { to: `${base}/flags`, label: t('challenge.flagsPart') },
            ...(supported ? [{ to: `${base}/changes`, label: staff('work.changes') }] : []),
          ]}
        />
        <ChallengeNeighbors challengeRef={challengeRef} part={part} />
      </div>
      {asked !== null && (
        <BulkDialog
          game={challengeRef.game}
          {...asked}
          onChange={() => set(asked.action.kind === 'enable')}
          onDelete={() => undefined}
          onClose={close}
        />
      )}
    </header>
  )
}

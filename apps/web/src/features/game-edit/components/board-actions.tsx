import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Row } from '../../../ui/row.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useGameEditing } from '../use-game-editing.ts'
import classes from './scoring.module.css'

const acts = ['flush', 'recount'] as const
type Act = (typeof acts)[number]

export const BoardActions = ({ game }: { game: number }) => {
  const { t } = useTranslation('organise')
  const id = useId()
  const { supported } = useApi().extensions
  const [asked, setAsked] = useState<Act | null>(null)
  return (
    <Panel labelledBy={id}>
      <h3 id={id} className={classes.title}>
        {t('scoring.board')}
      </h3>
      <p className={classes.lead}>{t('scoring.boardHint')}</p>
      <Row gap="s">
        {(supported ? acts : (['flush'] as const)).map((act) => (
          <Button key={act} onClick={() => setAsked(act)}>
            {t(`scoring.${act}`)}
          </Button>
        ))}
      </Row>
      {asked !== null && <Asked game={game} act={asked} onClose={() => setAsked(null)} />}
    </Panel>
  )
}

const Asked = ({ game, act, onClose }: { game: number; act: Act; onClose: () => void }) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const toasts = useToasts()
  const problemText = useProblemText()
  const { [act]: mutation } = useGameEditing()
  return (
    <ConfirmDialog
      title={t(`scoring.${act}`)}
      confirm={t(`scoring.${act}`)}
      decline={staff('cancel')}
      pending={mutation.isPending}
      onDecline={onClose}
      onConfirm={() =>
        mutation.mutate(game, {
          onSuccess() {
            toasts.show({ tone: 'good', title: t(`scoring.${act}Done`) })
            onClose()
          },
        })
      }
    >
      <p>{t(`scoring.${act}Text`)}</p>
      {mutation.error !== null && <Callout tone="danger" title={problemText(mutation.error)} alert />}
    </ConfirmDialog>
  )
}

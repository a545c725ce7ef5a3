import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { isLacking } from '../challenge-list.ts'
import classes from '../pages/challenges-page.module.css'
import { Lacks } from './lacks.tsx'
import { Name } from '../../../ui/name.tsx'

type Props = {
  game: number
  challenges: readonly ChallengeSummary[]
  onEnable: (challenges: readonly ChallengeSummary[]) => void
  onClose: () => void
  children?: ReactNode
}

export const EnableDialog = ({ game, challenges, onEnable, onClose, children }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const navigate = useNavigate()
  const lacking = challenges.filter(isLacking)
  const ready = challenges.filter((challenge) => !isLacking(challenge))
  // The server enables nothing without a flag.
  const [first] = challenges
  const refused = challenges.length === 1 && first?.lacks?.includes('Flag') === true ? first : null
  const goToFlags = (id: number): void => {
    onClose()
    void navigate(`/admin/games/${game}/challenges/${id}/flags`)
  }
  return (
    <Dialog
      title={t('challenges.notReady', { count: lacking.length })}
      close={staff('close')}
      size="narrow"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{staff('cancel')}</Button>
          {ready.length > 0 && (
            <Button onClick={() => onEnable(ready)}>
              {t('challenges.enableReady', { count: ready.length })}
            </Button>
          )}
          {refused === null ? (
            <Button kind="primary" onClick={() => onEnable(challenges)}>
              {t('challenges.enableAnyway')}
            </Button>
          ) : (
            <Button kind="primary" onClick={() => goToFlags(refused.id)}>
              {t('challenges.addFlag')}
            </Button>
          )}
        </>
      }
    >
      <ul className={classes.names}>
        {lacking.map(({ id, title, lacks = [] }) => (
          <li key={id} className={classes.lacking}>
            <strong>
              <Name>{title}</Name>
            </strong>
            <Lacks lacks={lacks} />
          </li>
        ))}
      </ul>
      <p>{t('challenges.notReadyText')}</p>
      {children}
    </Dialog>
  )
}

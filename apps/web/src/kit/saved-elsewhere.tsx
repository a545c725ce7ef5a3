import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/callout.tsx'

type Props = {
  what: 'challenge' | 'division' | 'game' | 'notice' | 'post' | 'settings'
  onCompare?: () => void
  onTakeTheirs?: () => void
}

export const SavedElsewhere = ({ what, onCompare, onTakeTheirs }: Props) => {
  const { t } = useTranslation('staff')
  return (
    <Callout tone="caution" title={t(`conflict.by.${what}`)} alert>
      {onCompare !== undefined && (
        <>
          <p>{t('conflict.text')}</p>
          <Button size="small" onClick={onCompare}>
            {t('conflict.compare')}
          </Button>
        </>
      )}
      {onTakeTheirs !== undefined && (
        <Button size="small" onClick={onTakeTheirs}>
          {t('conflict.takeTheirs')}
        </Button>
      )}
    </Callout>
  )
}

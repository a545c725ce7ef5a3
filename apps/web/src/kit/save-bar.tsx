import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Announced } from '../ui/announced.tsx'
import { Button } from '../ui/button.tsx'
import { useBottomBarHeight } from '../ui/use-bottom-bar-height.ts'
import classes from './sticky.module.css'

type Props = {
  unsaved: boolean
  pending: boolean
  onDiscard: () => void
  isNew?: boolean
  save?: string
  form?: string
}

export const SaveBar = ({ unsaved, pending, onDiscard, isNew = false, save, form }: Props) => {
  const { t } = useTranslation('staff')
  const bar = useRef<HTMLDivElement>(null)
  useBottomBarHeight(bar)
  return (
    <div ref={bar} className={classes.bar}>
      <span className={classes.state} data-unsaved={unsaved || undefined}>
        <Announced text={unsaved ? t('unsaved') : isNew ? '' : t('saved')} />
      </span>
      {unsaved && <Button onClick={onDiscard}>{t('discard')}</Button>}
      <Button
        kind="primary"
        submit
        {...(form === undefined ? {} : { form })}
        pending={pending}
        disabled={!unsaved}
      >
        {save ?? t('save')}
      </Button>
    </div>
  )
}

import type { PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import classes from './challenge-row.module.css'

type Props = {
  title: string
  onMove: (by: 1 | -1) => void
  onGrip: (event: PointerEvent) => void
}

export const MoveControls = ({ title, onMove, onGrip }: Props) => {
  const { t } = useTranslation('organise')
  return (
    <div className={classes.move}>
      <span className={classes.grip} title={t('challenges.drag')} aria-hidden="true" onPointerDown={onGrip}>
        <Icon name="menu" />
      </span>
      <IconButton label={t('challenges.moveUp', { title })} onClick={() => onMove(-1)}>
        <Icon name="up" size={16} />
      </IconButton>
      <IconButton label={t('challenges.moveDown', { title })} onClick={() => onMove(1)}>
        <Icon name="down" size={16} />
      </IconButton>
    </div>
  )
}

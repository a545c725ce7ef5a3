import { useTranslation } from 'react-i18next'
import classes from './own-mark.module.css'

/** Beside the name of the visitor's own team. */
export const OwnMark = () => {
  const { t } = useTranslation('play')
  return <span className={classes.mark}>{t('board.you')}</span>
}

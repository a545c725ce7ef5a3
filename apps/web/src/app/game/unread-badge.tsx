import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import classes from './unread-badge.module.css'

const most = 99

export const UnreadBadge = ({ count }: { count: number }) => {
  const { t } = useTranslation('play')
  return (
    <>
      {count > 0 && (
        <span className={classes.badge} aria-hidden="true">
          {count > most ? `${most}+` : count}
        </span>
      )}
      <VisuallyHidden>{count === 0 ? t('notice.open') : t('notice.unread', { count })}</VisuallyHidden>
    </>
  )
}

import { useTranslation } from 'react-i18next'
import { useMedia } from '../../../ui/use-media.ts'
import classes from './board-skeleton.module.css'

/** For the matrix; narrower windows show a list. */
export const wideEnough = '(min-width: 75rem)'

const rows = 14

/** As high as the tools and rows that take its place. */
export const BoardSkeleton = ({ bare = false }: { bare?: boolean }) => {
  const { t } = useTranslation('play')
  const wide = useMedia(wideEnough)
  return (
    <div className={classes.skeleton} role="progressbar" aria-label={t('common.loading')}>
      {!bare && <span className={classes.tools} />}
      <span className={classes.rows} data-wide={wide || undefined}>
        {Array.from({ length: rows }, (_, row) => (
          <span key={row} className={classes.row} />
        ))}
      </span>
    </div>
  )
}

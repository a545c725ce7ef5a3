import { useTranslation } from 'react-i18next'
import { CategorySign } from '../../../theme/category.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import type { CategoryTally } from '../challenge-list.ts'
import classes from './category-head.module.css'

/** More notches have no room. */
const mostNotches = 12

export const CategoryHead = ({ id, category, challenges, solved, left }: CategoryTally & { id: string }) => {
  const { t } = useTranslation('play')
  const all = challenges.length
  return (
    <header className={classes.head}>
      <CategorySign category={category} size={16} />
      <h2 id={id} className={classes.name}>
        {category}
      </h2>
      <span className={classes.count}>
        {t('challenges.solvedOf', { solved: String(solved), all: String(all) })}
      </span>
      <span className={classes.left}>
        {solved === all ? t('challenges.allDone') : left > 0 && t('challenges.left', { count: left })}
      </span>
      <span className={classes.meter}>
        {all > mostNotches ? (
          <ProgressBar thin label={t('standing.progress')} share={solved / all} />
        ) : (
          challenges.map(({ id: challenge, ours }) => (
            <span key={challenge} className={classes.notch} data-solved={ours || undefined} />
          ))
        )}
      </span>
    </header>
  )
}

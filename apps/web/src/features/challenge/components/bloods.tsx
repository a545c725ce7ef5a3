import type { Blood } from '@pennant/contract/scoreboard'
import { useTranslation } from 'react-i18next'
import { Moment } from '../../../i18n/moment.tsx'
import { BloodMark } from '../../../ui/blood-mark.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import classes from './bloods.module.css'
import { Name } from '../../../ui/name.tsx'

const ranks = [
  [1, 'blood.first'],
  [2, 'blood.second'],
  [3, 'blood.third'],
] as const

export const Bloods = ({ bloods }: { bloods: readonly Blood[] }) => {
  const { t } = useTranslation('play')
  return (
    <section aria-labelledby="bloods">
      <h3 id="bloods" className={classes.heading}>
        {t('challenge.bloods')}
      </h3>
      <ol className={classes.list}>
        {ranks.slice(0, bloods.length).map(([rank, name], at) => {
          const blood = bloods[at]
          return (
            blood !== undefined && (
              <li key={blood.id} className={classes.item}>
                <BloodMark rank={rank} />
                <VisuallyHidden>{t(name)}</VisuallyHidden>
                <span className={classes.team}>
                  <Name>{blood.name}</Name>
                </span>
                {blood.submitTimeUtc !== null && (
                  <span className={classes.when}>
                    <Moment at={blood.submitTimeUtc} />
                  </span>
                )}
              </li>
            )
          )
        })}
      </ol>
    </section>
  )
}

import type { ChallengeCategory } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'
import { CheckField, SelectField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { categoriesOf, type ListedChallenge, type Sort, sorts } from '../challenge-list.ts'
import type { ViewState } from '../use-view.ts'
import classes from './challenge-toolbar.module.css'

type Props = { challenges: readonly ListedChallenge[]; shown: number; state: ViewState }

export const ChallengeToolbar = ({ challenges, shown, state }: Props) => {
  const { t } = useTranslation('play')
  const { view, list, change, showList } = state
  const categories = categoriesOf(challenges)
  const solved = challenges.filter(({ ours }) => ours).length

  return (
    <div className={classes.toolbar}>
      <div className={classes.line}>
        <SearchBox
          label={t('challenges.search')}
          clear={t('common.clear')}
          value={view.text}
          onChange={(text) => change({ text })}
        />
        <div className={classes.sort}>
          <SelectField<Sort>
            compact
            name="sort"
            label={t('challenges.sort')}
            value={view.sort}
            options={sorts.map((value) => ({ value, label: t(`challenges.by.${value}`) }))}
            onChange={(sort) => change({ sort })}
          />
        </div>
        <IconButton
          label={list ? t('challenges.asCards') : t('challenges.asList')}
          onClick={() => showList(!list)}
        >
          <Icon name={list ? 'grid' : 'list'} />
        </IconButton>
        <CheckField
          name="hideSolved"
          label={t('challenges.hideSolved')}
          checked={view.hideSolved}
          onChange={(hideSolved) => change({ hideSolved })}
        />
      </div>
      {categories.length > 1 && (
        <Segmented<ChallengeCategory | 'all'>
          size="small"
          label={t('challenges.category')}
          value={view.category ?? 'all'}
          options={[
            { value: 'all', label: t('challenges.all'), count: challenges.length },
            ...categories.map(({ category, count }) => ({ value: category, label: category, count })),
          ]}
          onChange={(value) => change({ category: value === 'all' ? null : value })}
        />
      )}
      <p className={classes.count} aria-live="polite">
        {t('challenges.shown', { count: shown, solved })}
      </p>
    </div>
  )
}

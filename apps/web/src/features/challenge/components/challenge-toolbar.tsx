import type { ChallengeCategory } from '@pennant/contract/enums'
import { type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnounced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField, SelectField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { type CategoryTally, hasLabels, type ListedChallenge, type Sort, sorts } from '../challenge-list.ts'
import type { ViewState } from '../use-view.ts'
import classes from './challenge-toolbar.module.css'
import { LabelFilters } from './parts.ts'

type Props = {
  tallies: readonly CategoryTally[]
  shown: number
  /** New challenges that are not in the list yet. */
  held: number
  state: ViewState
  chip: ReactNode
  onFirst: (typed: string) => void
  onDown: () => void
  onShowHeld: () => void
}

export const ChallengeToolbar = ({
  tallies,
  shown,
  held,
  state,
  chip,
  onFirst,
  onDown,
  onShowHeld,
}: Props) => {
  const { t } = useTranslation('play')
  const { view, list, change, showList } = state
  const challenges = tallies.flatMap((tally) => tally.challenges)
  const isLabeled = challenges.some(hasLabels)
  const solved = tallies.reduce((sum, tally) => sum + tally.solved, 0)
  const news =
    held === 0 ? t('challenges.shown', { count: shown, solved }) : t('challenges.showNew', { count: held })
  useAnnounced(news, { by: `${shown} ${held}` })

  return (
    <div className={classes.toolbar}>
      <div className={classes.search}>
        <SearchBox
          label={t('challenges.search')}
          clear={t('common.clear')}
          value={view.text}
          onChange={(text) => change({ text })}
          onEnter={onFirst}
          onDown={onDown}
        />
      </div>
      {tallies.length > 1 && (
        <div className={classes.select}>
          <SelectField<ChallengeCategory | ''>
            compact
            name="category"
            label={t('challenges.category')}
            value={view.category ?? ''}
            options={[
              { value: '', label: t('board.allCategories') },
              ...tallies.map(({ category }) => ({ value: category, label: category })),
            ]}
            onChange={(category) => change({ category: category === '' ? null : category })}
          />
        </div>
      )}
      {isLabeled && (
        <Suspense fallback={<FilterPlaces challenges={challenges} />}>
          <LabelFilters challenges={challenges} view={view} onChange={change} />
        </Suspense>
      )}
      <div className={classes.select}>
        <SelectField<Sort>
          compact
          name="sort"
          label={t('challenges.sort')}
          value={view.sort}
          options={sorts
            .filter((value) => isLabeled || value !== 'level')
            .map((value) => ({ value, label: t(`challenges.by.${value}`) }))}
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
      {/* One line, whatever is in it: the list below must not move. */}
      <div className={classes.count} data-challenge-count="">
        {held === 0 ? (
          news
        ) : (
          <Button size="small" onClick={onShowHeld}>
            {news}
          </Button>
        )}
      </div>
      {chip}
    </div>
  )
}

/** Those that come may not make another line. */
const FilterPlaces = ({ challenges }: { challenges: readonly ListedChallenge[] }) => (
  <>
    {challenges.some(({ level }) => level !== undefined) && <div className={classes.select} />}
    {challenges.some(({ tags }) => tags !== undefined) && <div className={classes.select} />}
  </>
)

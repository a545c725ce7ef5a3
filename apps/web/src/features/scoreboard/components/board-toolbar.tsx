import type { ChallengeCategory } from '@pennant/contract/enums'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import type { Board } from '../board.ts'
import { categoriesIn, type Selection, type Sort, sorts } from '../team-list.ts'
import type { BoardViewState } from '../use-board-view.ts'
import classes from './board-toolbar.module.css'

type Props = {
  board: Board
  state: BoardViewState
  count: number
  /** Null: no team here. */
  onJump: (() => void) | null
  onPresent: () => void
  mark: ReactNode
}

export const BoardToolbar = ({ board, state: { view, change }, count, onJump, onPresent, mark }: Props) => {
  const { t } = useTranslation('play')
  const categories = categoriesIn(board)
  const hasUnranked = board.teams.some(({ rank }) => rank === null)
  const selections: { value: string; label: string }[] = [
    { value: 'all', label: t('board.allDivisions') },
    ...board.divisions.map(({ id, name }) => ({ value: String(id), label: name })),
    ...(hasUnranked ? [{ value: 'unranked', label: t('board.unranked') }] : []),
  ]
  const select = (value: string): void =>
    change({
      selection: value === 'all' || value === 'unranked' ? value : (Number(value) satisfies Selection),
    })

  return (
    <div className={classes.toolbar}>
      <div className={classes.line}>
        <Segmented<'table' | 'timeline'>
          label={t('board.view')}
          value={view.timeline ? 'timeline' : 'table'}
          options={[
            { value: 'table', label: t('board.asTable') },
            { value: 'timeline', label: t('board.timeline') },
          ]}
          onChange={(value) => change({ timeline: value === 'timeline' }, true)}
        />
        {!view.timeline && (
          <div className={classes.search}>
            <SearchBox
              label={t('board.search')}
              clear={t('common.clear')}
              value={view.text}
              onChange={(text) => change({ text })}
            />
          </div>
        )}
        <div className={classes.selects}>
          {selections.length > 1 && (
            <SelectField<string>
              compact
              name="division"
              label={t('join.division')}
              value={String(view.selection)}
              options={selections}
              onChange={select}
            />
          )}
          {!view.timeline && categories.length > 1 && (
            <SelectField<ChallengeCategory | 'all'>
              compact
              name="category"
              label={t('challenges.category')}
              value={view.category ?? 'all'}
              options={[
                { value: 'all', label: t('board.allCategories') },
                ...categories.map((value) => ({ value, label: value })),
              ]}
              onChange={(value) => change({ category: value === 'all' ? null : value })}
            />
          )}
          {!view.timeline && (
            <SelectField<Sort>
              compact
              name="sort"
              label={t('challenges.sort')}
              value={view.sort}
              options={sorts.map((value) => ({ value, label: t(`board.by.${value}`) }))}
              onChange={(sort) => change({ sort })}
            />
          )}
        </div>
        <div className={classes.buttons}>
          {onJump !== null && !view.timeline && (
            <Button collapses icon={<Icon name="pin" />} onClick={onJump}>
              {t('board.toOwn')}
            </Button>
          )}
          <Button collapses icon={<Icon name="expand" />} onClick={onPresent}>
            {t('board.present')}
          </Button>
        </div>
      </div>
      <div className={classes.below}>
        <p aria-live="polite">{!view.timeline && t('board.shown', { count })}</p>
        {mark}
      </div>
    </div>
  )
}

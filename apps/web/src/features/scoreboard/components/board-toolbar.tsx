import type { ChallengeCategory } from '@pennant/contract/enums'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Name } from '../../../ui/name.tsx'
import { Picker } from '../../../ui/picker.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import type { BoardView } from '../address.ts'
import type { Board } from '../board.ts'
import { categoriesIn, type Selection, type Sort, sorts } from '../team-list.ts'
import type { BoardViewState } from '../use-board-view.ts'
import classes from './board-toolbar.module.css'

type Props = {
  board: Board
  state: BoardViewState
  count: number
  /** The matrix, whose columns a category narrows. */
  wide: boolean
  onPresent: () => void
  mark: ReactNode
}

export const BoardToolbar = ({ board, state, count, wide, onPresent, mark }: Props) => {
  const { t } = useTranslation('board')
  const { view, change } = state
  const phone = useMedia('(max-width: 48rem)')
  return (
    <div className={classes.toolbar}>
      <div className={classes.line}>
        {!phone && (
          <Segmented<'table' | 'timeline'>
            label={t('board.view')}
            value={view.timeline ? 'timeline' : 'table'}
            options={[
              { value: 'table', label: t('board.asTable') },
              { value: 'timeline', label: t('board.timeline') },
            ]}
            onChange={(value) => change({ timeline: value === 'timeline' }, true)}
          />
        )}
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
        <Selects board={board} state={state} wide={wide} />
        <div className={classes.buttons}>
          {phone ? (
            <Button
              collapses
              icon={<Icon name={view.timeline ? 'table' : 'chart'} />}
              onClick={() => change({ timeline: !view.timeline }, true)}
            >
              {view.timeline ? t('board.asTable') : t('board.timeline')}
            </Button>
          ) : (
            <Button collapses icon={<Icon name="expand" />} onClick={onPresent}>
              {t('board.present')}
            </Button>
          )}
        </div>
      </div>
      <div className={classes.facts}>
        <p className={classes.count}>
          {!wide && <Chosen board={board} view={view} />}
          {!view.timeline && (
            <span>
              <Announced text={t('board.shown', { count })} />
            </span>
          )}
        </p>
        {mark}
      </div>
    </div>
  )
}

const Chosen = ({ board, view: { selection, sort } }: { board: Board; view: BoardView }) => {
  const { t } = useTranslation('board')
  const division = board.divisions.find(({ id }) => id === selection)
  return (
    <>
      {division !== undefined && (
        <span className={classes.chosen}>
          <Name>{division.name}</Name>
        </span>
      )}
      {selection === 'unranked' && <span className={classes.chosen}>{t('board.unranked')}</span>}
      {sort !== 'rank' && <span className={classes.chosen}>{t(`board.by.${sort}`)}</span>}
    </>
  )
}

const Selects = ({ board, state: { view, change }, wide }: Pick<Props, 'board' | 'state' | 'wide'>) => {
  const { t } = useTranslation('board')
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
  const divided = { value: String(view.selection), label: t('join.division') }
  const sorted = { value: view.sort, label: t('challenges.sort') }
  const orders = sorts.map((value) => ({ value, label: t(`board.by.${value}`) }))
  const sort = (by: Sort): void => change({ sort: by })
  // No room for words: what is chosen stands above the list.
  if (!wide)
    return (
      <div className={classes.pickers}>
        {selections.length > 1 && (
          <Picker {...divided} choices={selections} icon={<Icon name="filter" />} onChoose={select} />
        )}
        {!view.timeline && (
          <Picker<Sort> {...sorted} choices={orders} icon={<Icon name="list" />} onChoose={sort} />
        )}
      </div>
    )
  return (
    <div className={classes.selects}>
      {selections.length > 1 && (
        <SelectField<string> compact name="division" {...divided} options={selections} onChange={select} />
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
        <SelectField<Sort> compact name="sort" {...sorted} options={orders} onChange={sort} />
      )}
    </div>
  )
}

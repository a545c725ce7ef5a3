import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { RowKey, Sort } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { type SortBy, sorts } from '../challenge-list.ts'
import { useLevelText } from '../level-text.ts'
import { columnsOf, type Room } from './challenge-columns.tsx'
import type { ListProps } from './list-props.ts'

type Props = ListProps & { sort: Sort | null; onSort: (sort: { by: SortBy; descending: boolean }) => void }

export const ChallengeTable = (props: Props) => {
  const { game, challenges, chosen, onChoose, sort, onSort } = props
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const levelText = useLevelText()
  const navigate = useNavigate()
  const room = useRoom()

  return (
    <DataTable
      label={t('challenges.list')}
      columns={columnsOf(props, { t, levelText, actions: staff('actions') }, room)}
      rows={challenges}
      keyOf={({ id }): RowKey => id}
      fitting
      sort={sort}
      sortLabel={staff('sortBy')}
      onSort={({ by, descending }) => {
        const known = sorts.find((one) => one === by)
        if (known !== undefined) onSort({ by: known, descending })
      }}
      selection={{
        chosen,
        onChange: onChoose,
        all: staff('chooseAll'),
        one: ({ title }) => staff('chooseOne', { name: title }),
      }}
      toneOf={({ isEnabled }) => (isEnabled ? undefined : 'dim')}
      onOpen={({ id }) => void navigate(`/admin/games/${game}/challenges/${id}`)}
    />
  )
}

/** On a phone, rows are cards. */
const useRoom = (): Room => {
  const isPhone = useMedia('(max-width: 48rem)')
  const isWide = useMedia('(min-width: 90rem)')
  const isMiddle = useMedia('(min-width: 64rem)')
  return isPhone || isWide ? 'all' : isMiddle ? 'some' : 'few'
}

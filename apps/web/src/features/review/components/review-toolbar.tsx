import type { GameInfo } from '@pennant/contract/game'
import type { ParticipationInfo } from '@pennant/contract/participation'
import { useTranslation } from 'react-i18next'
import { useNumber } from '../../../i18n/number.ts'
import { formatCsv } from '../../../kit/csv.ts'
import { useAddress } from '../../../kit/use-address.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { csvHeader, csvRows } from '../participation-csv.ts'
import { countsIn, type ReviewView, statuses } from '../participation-list.ts'
import classes from './review-toolbar.module.css'

type Props = {
  game: GameInfo
  all: readonly ParticipationInfo[]
  rows: readonly ParticipationInfo[]
  view: ReviewView
  divisions: ReadonlyMap<number, string>
}

export const ReviewToolbar = ({ game, all, rows, view, divisions }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { set } = useAddress()
  const write = useNumber()
  const counts = countsIn(all, view)
  return (
    <div className={classes.toolbar}>
      <div className={classes.line}>
        <div className={classes.search}>
          <SearchBox
            label={t('review.search')}
            clear={t('review.clearSearch')}
            value={view.text}
            onChange={(q) => set({ q })}
          />
        </div>
        {divisions.size > 0 && (
          <SelectField
            compact
            name="division"
            label={t('review.division')}
            value={view.division === null ? '' : String(view.division)}
            options={[
              { value: '', label: t('review.allDivisions') },
              ...[...divisions].map(([id, name]) => ({ value: String(id), label: name })),
              { value: 'none', label: t('review.noDivision') },
            ]}
            onChange={(division) => set({ division })}
          />
        )}
        <Segmented
          size="small"
          label={t('review.status')}
          value={view.status ?? 'all'}
          options={[
            { value: 'all', label: staff('all'), count: write(counts.all) },
            ...statuses.map((status) => ({
              value: status,
              label: staff(`decision.is.${status}`),
              count: write(counts[status]),
            })),
          ]}
          onChange={(status) => set({ status: status === 'all' ? null : status })}
        />
        <Button
          icon={<Icon name="download" />}
          onClick={() =>
            void formatCsv(csvHeader, csvRows(rows, divisions)).then((file) =>
              saveFile(file, `teams-${game.id}.csv`),
            )
          }
        >
          {staff('export.csv')}
        </Button>
      </div>
      <p className={classes.below}>
        <Announced text={staff('shownOf', { shown: rows.length, total: all.length })} />
        <span className={classes.keys}>{t('review.keys')}</span>
      </p>
    </div>
  )
}

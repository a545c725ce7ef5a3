import { useTranslation } from 'react-i18next'
import type { Cell } from '../../../kit/csv.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { useCsvExport } from '../use-csv-export.ts'
import type { Asked } from '../watched-list.ts'
import classes from './monitor.module.css'

type Props<Row> = {
  name: string
  ask: (page: { skip: number; to: number; signal: AbortSignal }) => Promise<Asked<Row>>
  header: readonly string[]
  cellsOf: (row: Row) => readonly Cell[]
}

export const ExportButton = <Row,>(props: Props<Row>) => {
  const { t } = useTranslation('staff')
  const { start, progress, cancel } = useCsvExport(props)
  if (progress === null)
    return (
      <Button icon={<Icon name="download" />} onClick={() => void start()}>
        {t('export.csv')}
      </Button>
    )
  const { done, total } = progress
  const text = t('run.progress', { done, total: total ?? '…' })
  return (
    <span className={classes.running}>
      <ProgressBar label={text} share={total === null || total === 0 ? null : done / total} />
      <Button onClick={cancel}>{t('cancel')}</Button>
    </span>
  )
}

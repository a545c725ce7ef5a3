import { identityKey } from '@pennant/rules/account/identity'
import { useTranslation } from 'react-i18next'
import type { RowFault } from '../../../api/problem.ts'
import type { Column } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { ImportColumn, ImportRow, ImportTable } from '../user-import.ts'
import classes from './people.module.css'

type Props = {
  table: ImportTable
  known: ReadonlySet<string>
  refused: readonly RowFault[]
}

export const ImportPreview = ({ table, known, refused }: Props) => {
  const { t } = useTranslation('admin')
  const columns = usePreviewColumns({ table, known, refused })
  const bad = (row: ImportRow): boolean =>
    Object.keys(row.faults).length > 0 || refused.some((one) => one.row === row.at)
  // Faulty rows come first: nobody finds them among a thousand.
  const rows = table.rows.toSorted((one, other) => Number(bad(other)) - Number(bad(one)) || one.at - other.at)
  return (
    <DataTable
      label={t('users.preview')}
      columns={columns}
      rows={rows}
      keyOf={({ at }) => at}
      toneOf={(row) => (bad(row) ? 'danger' : undefined)}
      fitting
      virtual={rows.length > 100}
    />
  )
}

const usePreviewColumns = ({ table, known, refused }: Props): Column<ImportRow>[] => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const shown: ImportColumn[] = [
    ...table.columns,
    ...(table.columns.includes('password') ? [] : ['password' as const]),
  ]

  const cell = (column: ImportColumn, row: ImportRow) => {
    const fault = row.faults[column]
    const value = row.values[column]
    const exists = (column === 'userName' || column === 'email') && known.has(identityKey(value))
    return (
      <>
        {column === 'password' ? (row.passwordGenerated ? t('users.willBeMade') : '••••••') : value}
        {fault !== undefined && <span className={classes.fault}>{t(`users.fault.${fault}`)}</span>}
        {fault === undefined && exists && <span className={classes.note}>{t('users.exists')}</span>}
      </>
    )
  }
  return [
    {
      id: 'row',
      header: t('users.row'),
      width: refused.length > 0 ? 'minmax(0, 1fr)' : '5rem',
      narrow: 'title',
      cell: ({ at }) => (
        <>
          {at + 1}
          {refused
            .filter((one) => one.row === at)
            .map(({ title }) => (
              <span key={title} className={classes.fault}>
                {title}
              </span>
            ))}
        </>
      ),
    },
    ...shown.map((column) => ({
      id: column,
      header: field(column),
      width: 'minmax(0, 1fr)',
      cell: (row: ImportRow) => cell(column, row),
    })),
  ]
}

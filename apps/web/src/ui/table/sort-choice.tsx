import type { ReactNode } from 'react'
import { SelectField } from '../fields.tsx'
import type { Column, Sort } from './column.ts'
import classes from './sort-choice.module.css'

type Props<Row> = {
  label: string
  columns: readonly Column<Row>[]
  sort: Sort | null
  onSort: (sort: Sort) => void
}

const none = ''

export const SortChoice = <Row,>({ label, columns, sort, onSort }: Props<Row>): ReactNode => {
  const choices = columns
    .filter(({ sortable = false }) => sortable)
    .flatMap(({ id, header }) => [
      { value: `${id} up`, label: `${header} ↑`, sort: { by: id, descending: false } },
      { value: `${id} down`, label: `${header} ↓`, sort: { by: id, descending: true } },
    ])
  const value = sort === null ? none : `${sort.by} ${sort.descending ? 'down' : 'up'}`
  const known = choices.some((choice) => choice.value === value)
  return (
    <div className={classes.choice}>
      <span className={classes.label} aria-hidden="true">
        {label}
      </span>
      <SelectField
        compact
        optional
        name="sort"
        label={label}
        value={known ? value : none}
        options={[...(known ? [] : [{ value: none, label: '–' }]), ...choices]}
        onChange={(wanted) => {
          const chosen = choices.find((choice) => choice.value === wanted)
          if (chosen !== undefined) onSort(chosen.sort)
        }}
      />
    </div>
  )
}

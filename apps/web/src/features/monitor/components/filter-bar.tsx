import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { formatZone } from '../../../i18n/date.ts'
import { useLanguage } from '../../../i18n/start.ts'
import { fromLocal, toLocal } from '../../../kit/date-time-field.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import type { Filter } from '../filter.ts'
import type { FilterNames } from '../use-filter-names.ts'
import classes from './filter-bar.module.css'
import { SearchPicker } from './search-picker.tsx'

type Props<Type extends string> = {
  filter: Filter<Type>
  types: readonly Type[]
  typeLabel: (type: Type) => string
  names: FilterNames
  searchLabel?: string | undefined
  oneChallenge?: boolean
  onChange: (change: Partial<Filter<Type>>) => void
}

export const FilterBar = <Type extends string>(props: Props<Type>) => {
  const { filter, types, typeLabel, names, oneChallenge = false, onChange } = props
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const { time } = useApi()
  const searchLabel = props.searchLabel ?? t('watch.filter.text')
  const zone = formatZone(useLanguage(), time.now())
  const wide = useMedia('(min-width: 48rem)')
  const [open, setOpen] = useState<boolean | null>(null)
  const beside = useMedia('(min-width: 75rem)')
  const shown = beside || (open ?? wide)
  const picked = (label: string) => ({
    label,
    labels: { clear: t('watch.filter.clear', { name: label }), none: t('watch.filter.none') },
  })
  return (
    <search className={classes.bar} aria-label={t('watch.filter.title')}>
      <div className={classes.line}>
        <div className={classes.search}>
          <SearchBox
            label={searchLabel}
            clear={t('watch.filter.clear', { name: searchLabel })}
            value={filter.text}
            onChange={(text) => onChange({ text })}
          />
        </div>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={shown}
          onClick={() => setOpen(!shown)}
        >
          <Icon name="filter" />
          {t('watch.filter.title')}
        </button>
      </div>
      {shown && (
        <div className={classes.fields}>
          {types.length > 0 && (
            <SelectField
              name="type"
              label={t('watch.filter.type')}
              value={filter.type ?? ''}
              options={[
                { value: '', label: staff('all') },
                ...types.map((type) => ({ value: type, label: typeLabel(type) })),
              ]}
              onChange={(type) => onChange({ type: type === '' ? null : type })}
            />
          )}
          <SearchPicker
            {...picked(t('watch.team'))}
            chosen={names.team}
            choices={names.teams}
            onOpen={names.want}
            onChoose={(team) => onChange({ team })}
          />
          <SearchPicker
            {...picked(t('watch.user'))}
            chosen={names.user}
            choices={names.users}
            onOpen={names.want}
            onChoose={(user) => onChange({ user })}
          />
          {!oneChallenge && (
            <SearchPicker
              {...picked(t('watch.challenge'))}
              chosen={names.challenge}
              choices={names.challenges}
              onOpen={names.want}
              onChoose={(challenge) => onChange({ challenge })}
            />
          )}
          {(['from', 'to'] as const).map((end) => (
            <TextField
              key={end}
              name={end}
              kind="datetime-local"
              label={t(`watch.filter.${end}`, { zone })}
              optional
              value={asTyped(filter[end])}
              onChange={(text) =>
                onChange(end === 'from' ? { from: fromLocal(text) } : { to: fromLocal(text) })
              }
            />
          ))}
        </div>
      )}
    </search>
  )
}

const asTyped = (at: number | null): string => (at === null ? '' : toLocal(at))

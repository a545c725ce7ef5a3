import type { ChallengeCategory, ChallengeType } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { type State, states } from '../challenge-list.ts'
import { categories, type ListAddress, types } from '../use-list-address.ts'
import classes from './list-toolbar.module.css'

type Props = { address: ListAddress; shown: number; total: number; onCreate: () => void }

export const ListToolbar = ({ address, shown, total, onCreate }: Props) => {
  const { t } = useTranslation('organise')
  const { t: p } = useTranslation('play')
  const { t: staff } = useTranslation('staff')
  const { filter, change, cards, order } = address
  return (
    <div className={classes.toolbar}>
      <SearchBox
        label={p('challenges.search')}
        clear={p('common.clear')}
        value={filter.text}
        onChange={(text) => change({ text })}
      />
      <div className={classes.select}>
        <SelectField<ChallengeCategory | ''>
          compact
          optional
          name="category"
          label={t('challenge.field.category')}
          value={filter.category ?? ''}
          options={[
            { value: '', label: t('challenges.everyCategory') },
            ...categories.map((value) => ({ value, label: value })),
          ]}
          onChange={(category) => change({ category: category === '' ? null : category })}
        />
      </div>
      <div className={classes.select}>
        <SelectField<ChallengeType | ''>
          compact
          optional
          name="type"
          label={t('challenges.type')}
          value={filter.type ?? ''}
          options={[
            { value: '', label: t('challenges.everyType') },
            ...types.map((value) => ({ value, label: t(`challenge.type.${value}`) })),
          ]}
          onChange={(type) => change({ type: type === '' ? null : type })}
        />
      </div>
      <Segmented<State>
        label={t('challenges.state')}
        value={filter.state}
        options={states.map((value) => ({ value, label: t(`challenges.only.${value}`) }))}
        onChange={(state) => change({ state })}
      />
      <Segmented<'table' | 'cards'>
        label={t('challenges.view')}
        value={cards ? 'cards' : 'table'}
        options={[
          { value: 'table', label: t('challenges.asTable') },
          { value: 'cards', label: t('challenges.asCards') },
        ]}
        onChange={(view) => address.showCards(view === 'cards')}
      />
      {order !== null && <Button onClick={() => address.sortBy(null)}>{t('challenges.ownOrder')}</Button>}
      <p className={classes.count}>
        <Announced text={staff('shownOf', { shown, total })} />
      </p>
      <Button kind="primary" icon={<Icon name="plus" />} onClick={onCreate}>
        {t('challenges.new')}
      </Button>
    </div>
  )
}

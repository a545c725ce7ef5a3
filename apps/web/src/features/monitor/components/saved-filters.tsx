import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { longestName } from '../saved-filter.ts'
import { useSavedFilters } from '../use-saved-filters.ts'
import classes from './saved-filters.module.css'

type Props = {
  kind: string
  search: string
  onApply: (search: string) => void
}

export const SavedFilters = ({ kind, search, onApply }: Props) => {
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const { kept, add, remove } = useSavedFilters(kind)
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  return (
    <>
      <Button icon={<Icon name="star" />} onClick={() => setOpen(true)}>
        {t('watch.saved.title')}
      </Button>
      {open && (
        <Dialog
          title={t('watch.saved.title')}
          close={staff('close')}
          size="narrow"
          onClose={() => setOpen(false)}
        >
          {kept.length === 0 ? (
            <p className={classes.none}>{t('watch.saved.none')}</p>
          ) : (
            <ul className={classes.list}>
              {kept.map((filter) => (
                <li key={filter.name} className={classes.item}>
                  <button
                    type="button"
                    className={classes.apply}
                    onClick={() => {
                      setOpen(false)
                      onApply(filter.search)
                    }}
                  >
                    {filter.name}
                  </button>
                  <IconButton
                    label={t('watch.saved.remove', { name: filter.name })}
                    onClick={() => remove(filter.name)}
                  >
                    <Icon name="trash" />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
          {search === '' ? (
            <p className={classes.none}>{t('watch.saved.hint')}</p>
          ) : (
            <Form
              labelledBy="new-saved-filter"
              pending={false}
              refusals={0}
              onSubmit={() => {
                if (name.trim() === '') return undefined
                add({ name, search })
                setName('')
                return undefined
              }}
            >
              <h3 id="new-saved-filter" className={classes.heading}>
                {t('watch.saved.add')}
              </h3>
              <TextField
                name="name"
                label={t('watch.saved.name')}
                maxLength={longestName}
                value={name}
                onChange={setName}
              />
              <Button submit kind="primary" disabled={name.trim() === ''}>
                {staff('save')}
              </Button>
            </Form>
          )}
        </Dialog>
      )}
    </>
  )
}

import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import type { ChallengeCategory, ChallengeType } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import { proposedCores, runsContainers, tenthsOf } from '@pennant/rules/challenge/container'
import { useTranslation } from 'react-i18next'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import type { ChallengeEditing } from '../use-challenge-editing.ts'
import { categories, types } from '../use-list-address.ts'
import classes from './new-challenge-dialog.module.css'

type Props = { editing: ChallengeEditing; onClose: () => void; onDone: (made: ChallengeEditDetail) => void }

type Draft = { title: string; category: ChallengeCategory; type: ChallengeType }

const initial: Draft = { title: '', category: 'Misc', type: 'StaticAttachment' }
const titleId = 'new-challenge'

/** The type can't be changed later, so each one is explained. */
export const NewChallengeDialog = ({ editing, onClose, onDone }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const form = useForm<Draft>({
    initial,
    check: ({ title }) => (title.trim() === '' ? { title: t('form.required') } : {}),
    async send(draft) {
      const cpu = runsContainers(draft.type) ? { cpuCount: tenthsOf(proposedCores) } : {}
      onDone(await editing.create({ ...draft, ...cpu }))
    },
  })
  return (
    <Dialog
      title={<span id={titleId}>{t('challenges.newTitle')}</span>}
      close={staff('close')}
      onClose={onClose}
    >
      <Form labelledBy={titleId} {...form.frame}>
        <TextField
          {...form.field('title')}
          label={t('challenge.field.title')}
          maxLength={limits.challengeTitle}
        />
        <SelectField<ChallengeCategory>
          {...form.field('category')}
          label={t('challenge.field.category')}
          options={categories.map((value) => ({ value, label: value }))}
        />
        <fieldset className={classes.types}>
          <legend className={classes.legend}>{t('challenges.type')}</legend>
          {types.map((type) => (
            <div key={type} className={classes.type}>
              <input
                id={`type-${type}`}
                type="radio"
                name="type"
                value={type}
                checked={form.draft.type === type}
                onChange={() => form.change('type')(type)}
                aria-describedby={`about-${type}`}
              />
              <label htmlFor={`type-${type}`} className={classes.name}>
                {t(`challenge.type.${type}`)}
              </label>
              <p id={`about-${type}`} className={classes.text}>
                {t(`challenge.typeText.${type}`)}
              </p>
            </div>
          ))}
          <p className={classes.text}>{t('challenges.typeStays')}</p>
        </fieldset>
        <div className={classes.buttons}>
          <Button onClick={onClose}>{staff('cancel')}</Button>
          <Button kind="primary" submit pending={form.pending}>
            {staff('create')}
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

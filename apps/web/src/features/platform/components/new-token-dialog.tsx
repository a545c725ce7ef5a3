import { limits } from '@pennant/contract/limit'
import { type TokenScope, tokenScopes } from '@pennant/contract/token'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyText } from '../../../kit/copy-text.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { CheckField, SelectField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useTokenActions } from '../token-queries.ts'
import { sampleCall } from '../token-use.ts'
import classes from './platform.module.css'

// The object has no other keys.
const scopes = Object.keys(tokenScopes) as TokenScope[]
const lifetimes = ['1', '7', '30', '90', '365', '0'] as const
type Lifetime = (typeof lifetimes)[number]
type Draft = { name: string; lifetime: Lifetime; scopes: readonly TokenScope[] }

export const NewTokenDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const titleId = useId()
  const actions = useTokenActions()
  const [made, setMade] = useState<string | null>(null)
  const form = useForm<Draft>({
    initial: { name: '', lifetime: '30', scopes: ['Read'] },
    check: (draft) => ({
      ...(draft.name.trim() === '' ? { name: t('form.required') } : {}),
      ...(draft.scopes.length === 0 ? { scopes: t('tokens.noScope') } : {}),
    }),
    async send(draft) {
      const { token } = await actions.create({
        name: draft.name,
        expiresIn: Number(draft.lifetime),
        scopes: [...draft.scopes],
      })
      await actions.refresh()
      setMade(token)
    },
  })
  const { draft, faults } = form
  if (made !== null) return <Made token={made} scopes={draft.scopes} onClose={onClose} />
  return (
    <Dialog title={<span id={titleId}>{t('tokens.new')}</span>} close={staff('close')} onClose={onClose}>
      <Form labelledBy={titleId} {...form.frame}>
        <TextField
          {...form.field('name')}
          label={t('tokens.name')}
          hint={t('tokens.nameHint')}
          maxLength={limits.tokenName}
        />
        <SelectField
          {...form.field('lifetime')}
          name="expiresIn"
          label={t('tokens.expires')}
          options={lifetimes.map((value) => ({
            value,
            label: value === '0' ? t('tokens.neverExpires') : t('tokens.days', { count: Number(value) }),
          }))}
        />
        <fieldset className={classes.group}>
          <legend className={classes.heading}>{t('tokens.scopes')}</legend>
          {faults.scopes !== undefined && <Callout tone="danger" title={faults.scopes} alert />}
          {scopes.map((scope) => (
            <CheckField
              key={scope}
              name={`scope-${scope}`}
              label={t(`tokens.scope.${scope}`)}
              hint={t(`tokens.scopeHint.${scope}`)}
              checked={draft.scopes.includes(scope)}
              onChange={(on) =>
                form.change('scopes')(
                  scopes.filter((one) => (one === scope ? on : draft.scopes.includes(one))),
                )
              }
            />
          ))}
        </fieldset>
        <Button kind="primary" submit pending={form.pending}>
          {staff('create')}
        </Button>
      </Form>
    </Dialog>
  )
}

type MadeProps = { token: string; scopes: readonly TokenScope[]; onClose: () => void }

const Made = ({ token, scopes: given, onClose }: MadeProps) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const call = sampleCall(location.origin, token, given)
  return (
    <Dialog
      firm
      title={t('tokens.made')}
      close={staff('close')}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          {staff('close')}
        </Button>
      }
    >
      <p>{t('tokens.shownOnce')}</p>
      <div className={classes.code}>
        <code>{token}</code>
        <CopyText text={token} label={t('tokens.copy')} />
      </div>
      <h3 className={classes.heading}>{t('tokens.example')}</h3>
      <div className={classes.code}>
        <code>{call}</code>
        <CopyText text={call} label={t('tokens.copyExample')} />
      </div>
    </Dialog>
  )
}

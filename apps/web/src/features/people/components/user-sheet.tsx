import { roleNames } from '@pennant/contract/enums'
import { limits } from '@pennant/contract/limit'
import type { UserInfo } from '@pennant/contract/user'
import { passesForEmail } from '@pennant/rules/account/identity'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Moment } from '../../../i18n/moment.tsx'
import { useAct } from '../../../kit/use-act.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { CheckField, SelectField, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { TypedConfirm } from '../../../ui/typed-confirm.tsx'
import { useUserActions } from '../user-queries.ts'
import classes from './people.module.css'
import { SecretDialog } from './secret-dialog.tsx'

type Props = { user: UserInfo; isOwn: boolean; onClose: () => void }

const textFields = [
  ['userName', limits.userName.max],
  ['email', limits.email],
  ['realName', limits.realName],
  ['stdNumber', limits.studentNumber],
  ['phone', limits.phone],
] as const

export const UserSheet = ({ user, isOwn, onClose }: Props) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const { t: field } = useTranslation('field')
  const toasts = useToasts()
  const actions = useUserActions()
  const { supported } = useApi().extensions
  const titleId = useId()
  const saved = {
    userName: user.userName,
    email: user.email,
    realName: user.realName,
    stdNumber: user.stdNumber,
    phone: user.phone ?? '',
    bio: user.bio,
    role: user.role,
    emailConfirmed: user.emailConfirmed,
  }
  const form = useForm({
    initial: saved,
    check: ({ userName, email }) => ({
      ...(userName.trim() === '' ? { userName: t('form.required') } : {}),
      ...(userName !== saved.userName && passesForEmail(userName) ? { userName: t('form.noAt') } : {}),
      ...(email.trim() === '' ? { email: t('form.required') } : {}),
    }),
    memberOf: ({ code }) =>
      code === 'account.nameTaken' || code === 'account.nameAt'
        ? 'userName'
        : code === 'account.emailTaken'
          ? 'email'
          : null,
    async send(draft) {
      // A new address alone would make the account unconfirmed.
      const { emailConfirmed } = draft
      const also = draft.email === saved.email ? {} : { emailConfirmed }
      await actions.change(user.id, { ...changesOf(saved, draft), ...also })
      await actions.refresh()
      toasts.show({ tone: 'good', title: staff('saved') })
      onClose()
    },
  })
  return (
    <SideSheet title={<span id={titleId}>{user.userName}</span>} close={staff('close')} onClose={onClose}>
      <Facts
        facts={[
          { name: t('users.address'), value: user.ip },
          ...(supported
            ? [
                {
                  name: t('users.factor'),
                  value: user.secondFactor === true ? t('users.factorOn') : t('users.factorOff'),
                },
              ]
            : []),
          { name: t('users.registered'), value: <Moment at={user.registerTimeUtc} /> },
          {
            name: t('users.visited'),
            value: user.lastVisitedUtc > 0 ? <Moment at={user.lastVisitedUtc} /> : t('users.never'),
          },
        ]}
      />
      <Form labelledBy={titleId} {...form.frame}>
        {textFields.map(([name, most]) => (
          <TextField
            key={name}
            {...form.field(name)}
            label={field(name)}
            optional={name !== 'userName' && name !== 'email'}
            email={name === 'email'}
            maxLength={most}
          />
        ))}
        <TextArea optional {...form.field('bio')} label={field('bio')} rows={2} maxLength={limits.bio} />
        <SelectField
          {...form.field('role')}
          label={field('role')}
          hint={isOwn ? t('users.ownRole') : undefined}
          disabled={isOwn}
          options={roleNames.map((role) => ({ value: role, label: t(`role.${role}`) }))}
        />
        <CheckField
          {...form.checkbox('emailConfirmed')}
          label={t('users.active')}
          hint={t('users.activeHint')}
          disabled={isOwn}
        />
        <div className={classes.buttons}>
          <Button kind="primary" submit pending={form.pending}>
            {staff('save')}
          </Button>
          <LinkButton to={`/admin/teams?q=${encodeURIComponent(user.userName)}`}>
            {t('users.teams')}
          </LinkButton>
        </div>
      </Form>
      <Deeds user={user} isOwn={isOwn} onClose={onClose} />
    </SideSheet>
  )
}

// Unchanged values may break rules of today, so they are not sent.
const changesOf = <Draft extends object>(saved: Draft, draft: Draft): Partial<Draft> => {
  const changed = Object.entries(draft).filter(([name, value]) => Reflect.get(saved, name) !== value)
  // Only members of the draft.
  return Object.fromEntries(changed) as Partial<Draft>
}

const Deeds = ({ user, isOwn, onClose }: Props) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const actions = useUserActions()
  const { act, isPending } = useAct()
  const [asked, setAsked] = useState<'reset' | 'sessions' | 'factor' | 'delete' | null>(null)
  const { supported } = useApi().extensions
  const [password, setPassword] = useState<string | null>(null)
  const close = (): void => setAsked(null)
  const name = user.userName

  const reset = async (): Promise<void> => {
    await act('reset', async () => setPassword(await actions.resetPassword(user.id)))
    close()
  }
  const endSessions = async (): Promise<void> => {
    await act('sessions', () => actions.endSessions(user.id), t('users.sessionsEnded'))
    close()
  }
  const removeFactor = async (): Promise<void> => {
    await act('factor', () => actions.removeFactor(user.id), t('users.factorRemoved'))
    close()
    await actions.refresh()
  }
  const remove = async (): Promise<void> => {
    const done = await act('delete', () => actions.remove(user.id), t('users.done.delete', { count: 1 }))
    close()
    if (!done) return
    await actions.refresh()
    onClose()
  }
  return (
    <div className={classes.buttons}>
      <Button onClick={() => setAsked('reset')}>{t('users.reset')}</Button>
      {supported && <Button onClick={() => setAsked('sessions')}>{t('users.endSessions')}</Button>}
      {user.secondFactor === true && !isOwn && (
        <Button onClick={() => setAsked('factor')}>{t('users.removeFactor')}</Button>
      )}
      {!isOwn && (
        <Button kind="danger" onClick={() => setAsked('delete')}>
          {t('users.delete')}
        </Button>
      )}
      {asked === 'reset' && (
        <ConfirmDialog
          danger
          title={t('users.resetTitle', { name })}
          confirm={t('users.reset')}
          decline={staff('cancel')}
          pending={isPending('reset')}
          onConfirm={() => void reset()}
          onDecline={close}
        >
          <p>{t('users.resetText', { name })}</p>
        </ConfirmDialog>
      )}
      {asked === 'sessions' && (
        <ConfirmDialog
          title={t('users.endSessionsTitle', { name })}
          confirm={t('users.endSessions')}
          decline={staff('cancel')}
          pending={isPending('sessions')}
          onConfirm={() => void endSessions()}
          onDecline={close}
        >
          <p>{t('users.sessionsText', { name })}</p>
        </ConfirmDialog>
      )}
      {asked === 'factor' && (
        <ConfirmDialog
          danger
          title={t('users.removeFactorTitle', { name })}
          confirm={t('users.removeFactor')}
          decline={staff('cancel')}
          pending={isPending('factor')}
          onConfirm={() => void removeFactor()}
          onDecline={close}
        >
          <p>{t('users.removeFactorText', { name })}</p>
        </ConfirmDialog>
      )}
      {asked === 'delete' && (
        <TypedConfirm
          title={t('users.deleteMany', { count: 1 })}
          confirm={t('users.delete')}
          decline={staff('cancel')}
          word={name}
          label={staff('confirm.type', { word: name })}
          pending={isPending('delete')}
          onConfirm={() => void remove()}
          onDecline={close}
        >
          <p>{t('users.deleteText')}</p>
        </TypedConfirm>
      )}
      {password !== null && (
        <SecretDialog name={name} password={password} onClose={() => setPassword(null)} />
      )}
    </div>
  )
}

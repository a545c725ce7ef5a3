import { avatar, type ProfileUserInfo, update } from '@pennant/contract/account'
import { limits } from '@pennant/contract/limit'
import { passesForEmail } from '@pennant/rules/account/identity'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { sessionQuery, useProfile } from '../../../api/queries/session.ts'
import { upload } from '../../../api/upload.ts'
import { AvatarDialog } from '../../../kit/avatar-dialog.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { EmailDialog } from '../components/email-dialog.tsx'
import { PasswordDialog } from '../components/password-dialog.tsx'
import classes from './profile-page.module.css'
import { Name } from '../../../ui/name.tsx'

const SecondFactorPanel = lazy(async () => ({
  default: (await import('../components/second-factor/second-factor-panel.tsx')).SecondFactorPanel,
}))

type Props = { onPasswordChanged: () => void }

const titleId = 'profile'

export const ProfilePage = ({ onPasswordChanged }: Props) => {
  const profile = useProfile()
  return profile == null ? null : (
    // Another account makes another form.
    <Profile key={profile.userId} profile={profile} onPasswordChanged={onPasswordChanged} />
  )
}

type Open = 'avatar' | 'email' | 'password'

const Profile = ({ profile, onPasswordChanged }: Props & { profile: ProfileUserInfo }) => {
  const { t } = useTranslation('account')
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const [open, setOpen] = useState<Open | null>(null)
  const close = (): void => setOpen(null)
  const refresh = (): Promise<unknown> => queries.invalidateQueries(sessionQuery(api))
  const role = t(`role.${profile.role}`)
  const due = profile.secondFactorBy
  const isLocked = due !== undefined && due <= api.time.now()

  return (
    <>
      <PageHead title={t('profile.title')} titleId={titleId} />
      {!isLocked && (
        <div className={classes.columns}>
          <Panel labelledBy={titleId}>
            <ProfileForm profile={profile} />
          </Panel>
          <Panel labelledBy="account-name">
            <div className={classes.card}>
              <Avatar name={profile.userName} url={profile.avatar} size={96} />
              <h2 id="account-name" className={classes.name}>
                <Name>{profile.userName}</Name>
              </h2>
              <Badge tone={profile.role === 'User' ? 'neutral' : 'good'}>{role}</Badge>
              <p className={classes.email}>{profile.email}</p>
              <Button onClick={() => setOpen('avatar')}>{t('profile.changeAvatar')}</Button>
              <Button onClick={() => setOpen('email')}>{t('profile.changeEmail')}</Button>
              <Button onClick={() => setOpen('password')}>{t('profile.changePassword')}</Button>
            </div>
          </Panel>
        </div>
      )}
      {api.extensions.supported && (
        <Suspense>
          <SecondFactorPanel profile={profile} />
        </Suspense>
      )}
      {open === 'avatar' && (
        <AvatarDialog
          send={(file, onProgress) =>
            upload(api, avatar, { files: [{ file, name: 'avatar.png' }], onProgress })
          }
          onClose={close}
          onDone={() => {
            close()
            toasts.show({ tone: 'good', title: t('profile.avatarChanged') })
            void refresh()
          }}
        />
      )}
      {open === 'email' && <EmailDialog onClose={close} />}
      {open === 'password' && <PasswordDialog onClose={close} onDone={onPasswordChanged} />}
    </>
  )
}

const ProfileForm = ({ profile }: { profile: ProfileUserInfo }) => {
  const { t } = useTranslation('account')
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const form = useForm({
    initial: {
      userName: profile.userName,
      realName: profile.realName,
      stdNumber: profile.stdNumber,
      phone: profile.phone ?? '',
      bio: profile.bio,
    },
    most: {
      userName: limits.userName.max,
      realName: limits.realName,
      stdNumber: limits.studentNumber,
      phone: limits.phone,
      bio: limits.bio,
    },
    check: ({ userName }) =>
      userName.trim().length < limits.userName.min
        ? { userName: t('form.tooShort', { count: limits.userName.min }) }
        : userName !== profile.userName && passesForEmail(userName)
          ? { userName: t('form.noAt') }
          : {},
    async send({ phone, ...draft }) {
      // The wire has no way to remove a number.
      await api.call(update, { body: phone === '' ? draft : { ...draft, phone } })
      await queries.invalidateQueries(sessionQuery(api))
      toasts.show({ tone: 'good', title: t('profile.saved') })
    },
    memberOf: ({ code }) => (code === 'account.nameTaken' || code === 'account.nameAt' ? 'userName' : null),
  })
  return (
    <Form labelledBy={titleId} {...form.frame}>
      <TextField
        {...form.field('userName')}
        label={t('account.userName')}
        hint={t('setup.userNameHint', { min: limits.userName.min, count: limits.userName.max })}
        autoComplete="username"
      />
      <TextField
        optional
        {...form.field('realName')}
        label={t('profile.realName')}
        hint={t('profile.onlyOrganizers')}
        autoComplete="name"
      />
      <TextField
        optional
        {...form.field('stdNumber')}
        label={t('profile.studentNumber')}
        hint={t('profile.onlyOrganizers')}
      />
      <TextField
        optional
        kind="tel"
        {...form.field('phone')}
        label={t('profile.phone')}
        hint={t('profile.onlyOrganizers')}
        autoComplete="tel"
      />
      <TextArea optional {...form.field('bio')} label={t('profile.bio')} rows={3} />
      <Button kind="primary" submit pending={form.pending}>
        {t('common.save')}
      </Button>
    </Form>
  )
}

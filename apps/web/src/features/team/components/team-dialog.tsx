import { limits } from '@pennant/contract/limit'
import { type TeamInfo, teamAvatar } from '@pennant/contract/team'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { upload } from '../../../api/upload.ts'
import { AvatarDialog } from '../../../kit/avatar-dialog.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import type { ReturnToGame } from '../address.ts'
import { leads, type TeamActions } from '../queries.ts'
import { BackToGame } from './back-to-game.tsx'
import { Invite } from './invite.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { Members } from './members.tsx'
import classes from './team-dialog.module.css'

type Props = {
  team: TeamInfo
  userId: string
  actions: TeamActions
  back: ReturnToGame | null
  onClose: () => void
}

const titleId = 'team-dialog'

export const TeamDialog = ({ team, userId, actions, back, onClose }: Props) => {
  const api = useApi()
  const { t } = useTranslation('team')
  const toasts = useToasts()
  const [picturing, setPicturing] = useState(false)
  const isCaptain = leads(team, userId)

  return (
    <Dialog
      title={<span id={titleId}>{team.name}</span>}
      close={t('common.close')}
      onClose={onClose}
      lead={team.locked && <Badge tone="caution">{t('team.locked')}</Badge>}
      actions={<LeaveTeam team={team} leads={isCaptain} actions={actions} onDone={onClose} />}
    >
      {team.locked && <Callout tone="neutral" title={t('team.lockedHint')} />}
      {isCaptain && !team.locked && team.played === true && (
        <Callout tone="neutral" title={t('team.playedHint')} />
      )}
      {back !== null && <BackToGame back={back} />}
      <div className={classes.head}>
        <Avatar name={team.name} url={team.avatar} size={72} />
        {isCaptain ? (
          <Button onClick={() => setPicturing(true)}>{t('team.changeAvatar')}</Button>
        ) : (
          <p className={classes.bio}>{team.bio}</p>
        )}
      </div>
      {isCaptain && <TeamForm team={team} actions={actions} />}
      {isCaptain && <Invite team={team} actions={actions} />}
      <Members team={team} userId={userId} leads={isCaptain} actions={actions} />
      {picturing && (
        <AvatarDialog
          send={(file, onProgress) =>
            upload(api, teamAvatar, {
              params: { id: team.id },
              files: [{ file, name: 'avatar.png' }],
              onProgress,
            })
          }
          onClose={() => setPicturing(false)}
          onDone={() => {
            setPicturing(false)
            toasts.show({ tone: 'good', title: t('team.avatarChanged') })
            void actions.refresh()
          }}
        />
      )}
    </Dialog>
  )
}

const TeamForm = ({ team, actions }: { team: TeamInfo; actions: Pick<TeamActions, 'update'> }) => {
  const { t } = useTranslation('team')
  const toasts = useToasts()
  const form = useForm({
    initial: { name: team.name, bio: team.bio ?? '' },
    most: { name: limits.teamName, bio: limits.teamBio },
    check: ({ name }) => (name.trim() === '' ? { name: t('form.required') } : {}),
    async send(draft) {
      await actions.update.mutateAsync({ id: team.id, ...draft })
      toasts.show({ tone: 'good', title: t('team.saved') })
    },
  })
  return (
    <Form labelledBy={titleId} {...form.frame}>
      <TextField {...form.field('name')} label={t('team.name')} />
      <TextField optional {...form.field('bio')} label={t('team.bio')} />
      <Button submit pending={form.pending}>
        {t('common.save')}
      </Button>
    </Form>
  )
}

import { limits } from '@pennant/contract/limit'
import type { TeamInfo } from '@pennant/contract/team'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useAct } from '../../../kit/use-act.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckField, TextArea, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { TypedConfirm } from '../../../ui/typed-confirm.tsx'
import { useTeamAdministration } from '../team-queries.ts'
import { DeletionPreview } from './deletion-preview.tsx'
import classes from './people.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = { team: TeamInfo; onClose: () => void }

export const TeamSheet = ({ team, onClose }: Props) => {
  const { t } = useTranslation('admin')
  const { t: staff } = useTranslation('staff')
  const { t: field } = useTranslation('field')
  const titleId = useId()
  const toasts = useToasts()
  const actions = useTeamAdministration()
  const { act, isPending } = useAct()
  const [asks, setAsks] = useState(false)
  const form = useForm({
    initial: { name: team.name, bio: team.bio ?? '', locked: team.locked },
    check: ({ name }) => (name.trim() === '' ? { name: t('form.required') } : {}),
    async send(draft) {
      await actions.change(team.id, draft)
      await actions.refresh()
      toasts.show({ tone: 'good', title: staff('saved') })
      onClose()
    },
  })
  const remove = async (): Promise<void> => {
    const done = await act('delete', () => actions.remove(team.id), t('teams.done.delete', { count: 1 }))
    setAsks(false)
    if (!done) return
    await actions.refresh()
    onClose()
  }
  return (
    <SideSheet title={<span id={titleId}>{team.name}</span>} close={staff('close')} onClose={onClose}>
      <Form labelledBy={titleId} {...form.frame}>
        <TextField {...form.field('name')} label={field('teamName')} maxLength={limits.teamName} />
        <TextArea
          optional
          {...form.field('bio')}
          label={t('teams.bio')}
          rows={2}
          maxLength={limits.teamBio}
        />
        <CheckField {...form.checkbox('locked')} label={t('teams.locked')} hint={t('teams.lockedHint')} />
        <div className={classes.buttons}>
          <Button kind="primary" submit pending={form.pending}>
            {staff('save')}
          </Button>
          <Button kind="danger" onClick={() => setAsks(true)}>
            {t('teams.delete')}
          </Button>
        </div>
      </Form>
      <h3 className={classes.heading}>{t('teams.members')}</h3>
      <ul className={classes.members}>
        {(team.members ?? []).map(({ id, userName, avatar, captain }) => (
          <li key={id} className={classes.person}>
            <Avatar name={userName} url={avatar} size={28} />
            <Link to={`/admin/users?q=${encodeURIComponent(userName)}&user=${id}`}>
              <Name>{userName}</Name>
            </Link>
            {captain && <Badge tone="good">{t('teams.captain')}</Badge>}
          </li>
        ))}
      </ul>
      {asks && (
        <TypedConfirm
          title={t('teams.deleteMany', { count: 1 })}
          confirm={t('teams.delete')}
          decline={staff('cancel')}
          word={team.name}
          label={staff('confirm.type', { word: team.name })}
          pending={isPending('delete')}
          onConfirm={() => void remove()}
          onDecline={() => setAsks(false)}
        >
          <p>{t('teams.deleteText')}</p>
          <DeletionPreview teams={[team]} />
        </TypedConfirm>
      )}
    </SideSheet>
  )
}

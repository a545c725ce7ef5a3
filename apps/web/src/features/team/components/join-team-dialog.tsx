import { limits } from '@pennant/contract/limit'
import { parseInviteCode } from '@pennant/rules/team/invite-code'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { codeFrom } from '../address.ts'
import { type TeamActions, teamQuery } from '../queries.ts'
import classes from './team-dialog.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = {
  /** Blank: the visitor types one. */
  code: string
  actions: Pick<TeamActions, 'join'>
  onClose: () => void
  onDone: () => void
}

export const JoinTeamDialog = ({ code, actions, onClose, onDone }: Props) => {
  const { t } = useTranslation('play')
  const titleId = useId()
  const form = useForm({
    initial: { code },
    check: (draft) =>
      parseInviteCode(codeFrom(draft.code)) === null ? { code: t('team.codeMalformed') } : {},
    send: async (draft) => {
      await actions.join.mutateAsync(codeFrom(draft.code))
      onDone()
    },
    memberOf: (problem) => (problem.code?.startsWith('team.') === true ? 'code' : null),
  })
  const invite = parseInviteCode(codeFrom(form.draft.code))
  return (
    <Dialog
      size="narrow"
      title={<span id={titleId}>{t('team.join')}</span>}
      close={t('common.close')}
      onClose={onClose}
    >
      {invite !== null && <Invitation teamId={invite.teamId} />}
      <Form labelledBy={titleId} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
        {form.problem !== null && <Callout tone="danger" title={form.problem} alert />}
        <TextField
          mono
          {...form.field('code')}
          label={t('team.code')}
          hint={t('team.codeHint')}
          maxLength={limits.teamInvite * 2}
        />
        <Button kind="primary" submit pending={form.pending}>
          {t('team.join')}
        </Button>
      </Form>
    </Dialog>
  )
}

const Invitation = ({ teamId }: { teamId: number }) => {
  const { t } = useTranslation('play')
  const { data: team } = useQuery(teamQuery(useApi(), teamId))
  if (team === undefined) return null
  return (
    <div className={classes.invitation}>
      <Avatar name={team.name} url={team.avatar} size={40} />
      <div>
        <strong>
          <Name>{team.name}</Name>
        </strong>
        <p className={classes.members}>{t('team.members', { count: team.members?.length ?? 0 })}</p>
      </div>
    </div>
  )
}

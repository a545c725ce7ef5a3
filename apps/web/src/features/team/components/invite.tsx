import type { TeamInfo } from '@pennant/contract/team'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { inviteLink, sharePath } from '../address.ts'
import { inviteQuery, type TeamActions } from '../queries.ts'
import { RenewInvite } from './renew-invite.tsx'
import classes from './team-dialog.module.css'

type Props = { team: TeamInfo; actions: Pick<TeamActions, 'renew'> }

export const Invite = ({ team, actions }: Props) => {
  const { t } = useTranslation('team')
  const invite = useQuery(inviteQuery(useApi(), team.id))
  const labels = { copied: t('common.copied'), failed: t('common.copyFailed') }

  return (
    <section className={classes.section} aria-labelledby="invite">
      <h3 id="invite" className={classes.heading}>
        {t('team.invite')}
      </h3>
      <Loaded
        query={invite}
        failed={t('team.inviteFailed')}
        waiting={<Skeleton label={t('common.loading')} lines={2} />}
      >
        {(code) => (
          <>
            <div className={classes.code}>
              <span className={classes.secret}>{t('team.inviteLink')}</span>
              <CopyButton
                text={inviteLink(window.location.origin, code)}
                labels={{ ...labels, copy: t('team.copyLink') }}
              />
            </div>
            <div className={classes.code}>
              <span className={classes.secret}>{masked(code)}</span>
              <CopyButton text={code} labels={{ ...labels, copy: t('team.copyCode') }} />
            </div>
          </>
        )}
      </Loaded>
      <div className={classes.buttons}>
        <LinkButton size="small" icon={<Icon name="users" />} to={sharePath(team.id, null)}>
          {t('share.open')}
        </LinkButton>
        <RenewInvite teamId={team.id} actions={actions} />
      </div>
    </section>
  )
}

// Others may see the screen.
const masked = (code: string): string => {
  const at = code.lastIndexOf(':')
  return `${code.slice(0, at + 1)}${'•'.repeat(12)}`
}

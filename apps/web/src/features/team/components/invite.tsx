import type { TeamInfo } from '@pennant/contract/team'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useShowFailure } from '../../../kit/use-show-failure.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { inviteLink } from '../address.ts'
import { inviteQuery, type TeamActions } from '../queries.ts'
import classes from './team-dialog.module.css'

type Props = { team: TeamInfo; actions: Pick<TeamActions, 'renew'> }

export const Invite = ({ team, actions: { renew } }: Props) => {
  const { t } = useTranslation('play')
  const toasts = useToasts()
  const showFailure = useShowFailure()
  const invite = useQuery(inviteQuery(useApi(), team.id))
  const [asking, setAsking] = useState(false)
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
        <Button size="small" icon={<Icon name="refresh" />} onClick={() => setAsking(true)}>
          {t('team.renewCode')}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          title={t('team.renewCode')}
          confirm={t('team.renewCode')}
          decline={t('common.cancel')}
          pending={renew.isPending}
          onDecline={() => setAsking(false)}
          onConfirm={() =>
            renew.mutate(team.id, {
              onSuccess: () => toasts.show({ tone: 'good', title: t('team.codeRenewed') }),
              onError: showFailure,
              onSettled: () => setAsking(false),
            })
          }
        >
          <p>{t('team.renewWarning')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

// Others may see the screen.
const masked = (code: string): string => {
  const at = code.lastIndexOf(':')
  return `${code.slice(0, at + 1)}${'•'.repeat(12)}`
}

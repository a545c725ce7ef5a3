import type { TeamInfo } from '@pennant/contract/team'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useShowFailure } from '../../../kit/use-show-failure.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { MenuItem } from '../../../ui/menu-item.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import type { TeamActions } from '../queries.ts'
import classes from './team-dialog.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = {
  team: TeamInfo
  userId: string
  leads: boolean
  actions: Pick<TeamActions, 'kick' | 'transfer'>
}

type Asked = { what: 'kick' | 'transfer'; userId: string; name: string }

export const Members = ({ team, userId, leads, actions }: Props) => {
  const { t } = useTranslation('team')
  const toasts = useToasts()
  const showFailure = useShowFailure()
  const [asked, setAsked] = useState<Asked | null>(null)
  const members = team.members ?? []

  const outcome = (title: string) => ({
    onSuccess: () => void toasts.show({ tone: 'good' as const, title }),
    onError: showFailure,
    onSettled: () => setAsked(null),
  })
  const confirm = ({ what, userId: id, name }: Asked): void => {
    if (what === 'kick') actions.kick.mutate({ id: team.id, userId: id }, outcome(t('team.kicked', { name })))
    else actions.transfer.mutate({ id: team.id, newCaptainId: id }, outcome(t('team.transferred', { name })))
  }
  return (
    <section className={classes.section} aria-labelledby="members">
      <h3 id="members" className={classes.heading}>
        {t('team.members', { count: members.length })}
      </h3>
      <ul className={classes.members}>
        {members.map(({ id, userName, avatar, captain }) => (
          <li key={id} className={classes.member}>
            <Avatar name={userName} url={avatar} />
            <span className={classes.who}>
              <Name>{userName}</Name> {captain && <Badge tone="good">{t('team.captain')}</Badge>}
            </span>
            {leads && id !== userId && (
              <Menu label={t('team.memberMenu', { name: userName })} trigger={<Icon name="more" />}>
                {(close) => (
                  <>
                    <MenuItem
                      icon={<Icon name="star" />}
                      onClick={() => {
                        close()
                        setAsked({ what: 'transfer', userId: id, name: userName })
                      }}
                    >
                      {t('team.makeCaptain')}
                    </MenuItem>
                    <MenuItem
                      danger
                      icon={<Icon name="leave" />}
                      onClick={() => {
                        close()
                        setAsked({ what: 'kick', userId: id, name: userName })
                      }}
                    >
                      {t('team.kick')}
                    </MenuItem>
                  </>
                )}
              </Menu>
            )}
          </li>
        ))}
      </ul>
      {asked !== null && (
        <ConfirmDialog
          danger={asked.what === 'kick'}
          title={
            asked.what === 'kick'
              ? t('team.kickTitle', { name: asked.name })
              : t('team.makeCaptainTitle', { name: asked.name })
          }
          confirm={asked.what === 'kick' ? t('team.kick') : t('team.makeCaptain')}
          decline={t('common.cancel')}
          pending={actions.kick.isPending || actions.transfer.isPending}
          onDecline={() => setAsked(null)}
          onConfirm={() => confirm(asked)}
        >
          <p>
            {asked.what === 'kick'
              ? t('team.kickWarning', { name: asked.name })
              : t('team.transferWarning', { name: asked.name })}
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}

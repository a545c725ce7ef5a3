import type { TeamInfo } from '@pennant/contract/team'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { ownTeamsQuery, useProfile } from '../../../api/queries/session.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Announced } from '../../../ui/announced.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Name } from '../../../ui/name.tsx'
import { NarrowPage } from '../../../ui/narrow-page.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { inviteLink } from '../address.ts'
import { RenewInvite } from '../components/renew-invite.tsx'
import { captainOf, leads, inviteQuery, useTeamActions } from '../queries.ts'
import classes from './share-page.module.css'

export type NextGame = { title: string; limit: number; joinPath: string; laterPath: string }

type Props = {
  /** What the team is for. Null if it isn't clear. */
  next: NextGame | null
}

const titleId = 'share'
// Whoever looks at the code sees who comes.
const membersEveryMs = 5_000

const QrCode = lazy(async () => ({ default: (await import('../../../ui/qr-code.tsx')).QrCode }))

export const SharePage = ({ next }: Props) => {
  const { t } = useTranslation('team')
  const { id } = useParams()
  const profile = useProfile()
  const teams = useQuery({ ...ownTeamsQuery(useApi()), refetchInterval: membersEveryMs })
  const userId = profile?.userId ?? ''
  return (
    <Loaded query={teams} failed={t('team.listFailed')}>
      {(list) => {
        const team = list.find((one) => String(one.id) === id)
        if (team === undefined)
          return (
            <NarrowPage titleId={titleId} title={t('team.invite')}>
              <Callout tone="caution" title={t('team.notYours')} />
              <LinkButton to="/teams">{t('title.teams')}</LinkButton>
            </NarrowPage>
          )
        return (
          <NarrowPage fills titleId={titleId} title={t('team.invite')}>
            {leads(team, userId) ? (
              <Invitation teamId={team.id} />
            ) : (
              <Callout
                tone="neutral"
                title={t('share.captainInvites', { name: captainOf(team)?.userName ?? '' })}
              />
            )}
            <Members team={team} limit={next?.limit ?? 0} />
            {next === null ? (
              <LinkButton kind="primary" to="/games">
                {t('home.stepGame')}
              </LinkButton>
            ) : (
              <div className={classes.ways}>
                <LinkButton to={next.laterPath}>{t('share.later')}</LinkButton>
                <LinkButton kind="primary" to={next.joinPath}>
                  {t('join.title', { game: next.title })}
                </LinkButton>
              </div>
            )}
          </NarrowPage>
        )
      }}
    </Loaded>
  )
}

const Invitation = ({ teamId }: { teamId: number }) => {
  const { t } = useTranslation('team')
  const invite = useQuery(inviteQuery(useApi(), teamId))
  const actions = useTeamActions()
  return (
    <Loaded
      query={invite}
      failed={t('team.inviteFailed')}
      waiting={
        <div className={classes.invitation}>
          <Skeleton label={t('common.loading')} lines={8} />
        </div>
      }
    >
      {(code) => {
        const link = inviteLink(window.location.origin, code)
        return (
          <div className={classes.invitation}>
            <div className={classes.plate}>
              <Suspense>
                <QrCode text={link} label={t('share.qr')} />
              </Suspense>
            </div>
            <div className={classes.link}>
              <code className={classes.address}>{link}</code>
              <CopyButton
                text={link}
                labels={{
                  copy: t('team.copyLink'),
                  copied: t('common.copied'),
                  failed: t('common.copyFailed'),
                }}
              />
            </div>
            <ShareButton link={link} />
            <p className={classes.hint}>{t('share.anyone')}</p>
            <RenewInvite teamId={teamId} actions={actions} />
          </div>
        )
      }}
    </Loaded>
  )
}

const ShareButton = ({ link }: { link: string }) => {
  const { t } = useTranslation('team')
  const data = { url: link }
  // Not every browser can, and it needs HTTPS.
  if (typeof navigator.canShare !== 'function' || !navigator.canShare(data)) return null
  return (
    <Button
      icon={<Icon name="link" />}
      onClick={() => {
        // Refused also if the visitor closes the dialog of the system.
        navigator.share(data).catch(() => undefined)
      }}
    >
      {t('share.send')}
    </Button>
  )
}

const Members = ({ team, limit }: { team: TeamInfo; limit: number }) => {
  const { t } = useTranslation('team')
  const members = team.members ?? []
  const count = members.length
  return (
    <section aria-labelledby="share-members">
      <h2 id="share-members" className={classes.heading}>
        <Announced
          text={limit === 0 ? t('share.members', { count }) : t('share.membersOf', { count, limit })}
        />
      </h2>
      <ul className={classes.members}>
        {members.map(({ id, userName, avatar, captain }) => (
          <li key={id} className={classes.member}>
            <Avatar name={userName} url={avatar} size={28} />
            <Name>{userName}</Name>
            {captain && <Badge tone="good">{t('team.captain')}</Badge>}
          </li>
        ))}
      </ul>
    </section>
  )
}

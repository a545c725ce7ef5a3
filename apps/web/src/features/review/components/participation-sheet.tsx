import type { Decision, ParticipationInfo } from '@pennant/contract/participation'
import { decisionsFrom } from '@pennant/rules/participation/decision'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { withTexts } from '../../../i18n/start.ts'
import { ParticipationBadge } from '../../../kit/participation-badge.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import { DivisionField } from './division-field.tsx'
import classes from './participation-sheet.module.css'
import { Name } from '../../../ui/name.tsx'

const ScoreHistory = lazy(async () => ({
  default: (await withTexts('record', import('../../../kit/score-history/score-history.tsx'))).ScoreHistory,
}))

type Props = {
  /** The game, once it has started. */
  scored: number | null
  participation: ParticipationInfo
  divisions: ReadonlyMap<number, string>
  busy: boolean
  onDecide: (decision: Decision) => void
  onDivision: (division: number | null) => void
  onClose: () => void
}

export const ParticipationSheet = ({ scored, participation, divisions, busy, ...on }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { id, team, status, divisionId, registeredMembers } = participation
  return (
    <SideSheet
      title={
        <span className={classes.title}>
          <Avatar name={team.name} url={team.avatar} size={36} />
          <Name>{team.name}</Name>
        </span>
      }
      lead={
        <span>
          <ParticipationBadge status={status} />
        </span>
      }
      close={staff('close')}
      onClose={on.onClose}
      foot={
        <div className={classes.actions}>
          {decisionsFrom(status).map((decision) =>
            decision === 'Unsubmitted' ? null : (
              <Button
                key={decision}
                kind={decision === 'Accepted' ? 'primary' : decision === 'Pending' ? 'quiet' : 'danger'}
                pending={busy}
                onClick={() => on.onDecide(decision)}
              >
                {staff(`decision.to.${decision}`)}
              </Button>
            ),
          )}
        </div>
      }
    >
      {team.bio !== null && team.bio.trim() !== '' && <p className={classes.bio}>{team.bio}</p>}
      {divisions.size > 0 && (
        <DivisionField divisions={divisions} value={divisionId} busy={busy} onChoose={on.onDivision} />
      )}
      {scored !== null && (
        <Suspense>
          <ScoreHistory game={scored} of={{ participation: id }} />
        </Suspense>
      )}
      <section aria-labelledby="review-members">
        <h3 id="review-members" className={classes.heading}>
          {t('review.joinedOf', { joined: registeredMembers.length, total: team.members.length })}
        </h3>
        <ul className={classes.members}>
          {team.members.map((member) => (
            <li key={member.userId} className={classes.member}>
              <span className={classes.who}>
                <Avatar name={member.userName} url={member.avatar} size={28} />
                <strong>
                  <Name>{member.userName}</Name>
                </strong>
                {member.userId === team.captainId && <Badge>{t('review.captain')}</Badge>}
                {registeredMembers.includes(member.userId) ? (
                  <Badge tone="good">{t('review.hasJoined')}</Badge>
                ) : (
                  <Badge tone="caution">{t('review.notJoined')}</Badge>
                )}
              </span>
              <dl className={classes.facts}>
                {(
                  [
                    ['realName', member.realName],
                    ['stdNumber', member.stdNumber],
                    ['email', member.email],
                    ['phone', member.phone ?? ''],
                  ] as const
                ).map(([name, value]) =>
                  value.trim() === '' ? null : (
                    <div key={name}>
                      <dt>{t(`review.${name}`)}</dt>
                      <dd>
                        {name === 'email' ? <a href={`mailto:${value}`}>{value}</a> : <bdi>{value}</bdi>}
                      </dd>
                    </div>
                  ),
                )}
              </dl>
            </li>
          ))}
        </ul>
      </section>
    </SideSheet>
  )
}

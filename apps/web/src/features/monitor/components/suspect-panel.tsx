import { type Decision, editParticipation } from '@pennant/contract/participation'
import { decisionsFrom } from '@pennant/rules/participation/decision'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { useIs } from '../../../api/queries/session.ts'
import { DecisionDialog } from '../../../kit/decision-dialog.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { ParticipationBadge } from '../../../kit/participation-badge.tsx'
import { useProblemText } from '../../../kit/problem-text.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import type { Suspect } from '../cheat-case.ts'
import { teamQuery } from '../queries.ts'
import { StaffLinks } from './staff-links.tsx'
import classes from './suspect-panel.module.css'
import { Name } from '../../../ui/name.tsx'

type Props = { game: number; suspect: Suspect; side: 0 | 1 }

export const SuspectPanel = ({ game, suspect, side }: Props) => {
  const { t } = useTranslation('monitor')
  const { t: staff } = useTranslation('staff')
  const decides = useIs('Admin')
  const api = useApi()
  const { supported } = api.extensions
  const query = useQuery(teamQuery(api, suspect.teamId))
  const [asked, setAsked] = useState<Decision | null>(null)
  const decide = useDecide(game, suspect)
  const id = `suspect-${suspect.id}`
  return (
    <section className={classes.panel} data-side={side} aria-labelledby={id}>
      <h3 id={id} className={classes.name}>
        <Avatar name={suspect.name} url={suspect.avatar} size={28} />
        <Name>{suspect.name}</Name>
      </h3>
      <p className={classes.facts}>
        <ParticipationBadge status={suspect.status} />
        {suspect.division !== null && <Badge>{suspect.division}</Badge>}
        {supported && (
          <Link to={`/games/${game}/monitor/submissions?team=${suspect.teamId}`}>
            {staff('watch.submissions')}
          </Link>
        )}
        <Link to={`/games/${game}/scoreboard?team=${suspect.teamId}`}>{t('cheats.board')}</Link>
        <StaffLinks game={game} teamId={suspect.teamId} team={suspect.name} />
      </p>
      <Loaded query={query} failed={t('cheats.membersFailed')}>
        {({ members = [] }) => (
          <ul className={classes.members}>
            {members.map(({ id: user, userName, avatar, captain }) => (
              <li key={user} className={classes.member}>
                <Avatar name={userName} url={avatar} size={22} />
                {supported ? (
                  <Link to={`/games/${game}/monitor/submissions?user=${user}`}>
                    <Name>{userName}</Name>
                  </Link>
                ) : (
                  <Name>{userName}</Name>
                )}
                {captain && <Badge>{t('cheats.captain')}</Badge>}
                <StaffLinks game={game} userId={user} user={userName ?? ''} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {decides && (
        <div className={classes.actions}>
          {decisionsFrom(suspect.status).map((to) =>
            to === 'Unsubmitted' ? null : (
              <Button
                key={to}
                size="small"
                kind={to === 'Suspended' || to === 'Rejected' ? 'danger' : 'quiet'}
                onClick={() => setAsked(to)}
              >
                {staff(`decision.to.${to}`)}
              </Button>
            ),
          )}
        </div>
      )}
      {asked !== null && (
        <DecisionDialog
          decision={asked}
          game={game}
          teams={[{ id: suspect.teamId, name: suspect.name }]}
          pending={decide.isPending}
          onDecline={() => setAsked(null)}
          onConfirm={() => decide.mutate(asked, { onSettled: () => setAsked(null) })}
        />
      )}
    </section>
  )
}

const useDecide = (game: number, { id, divisionId, name }: Suspect) => {
  const { t } = useTranslation('staff')
  const api = useApi()
  const queries = useQueryClient()
  const toasts = useToasts()
  const problemText = useProblemText()
  return useMutation({
    mutationFn: async (status: Decision) => {
      // Left out, the division would be removed.
      await api.call(editParticipation, { params: { id }, body: { status, divisionId } })
      await queries.invalidateQueries({ queryKey: ['watch', game] })
    },
    onSuccess: () => void toasts.show({ tone: 'good', title: t('saved'), text: name }),
    onError: (error) =>
      void toasts.show({ tone: 'danger', title: t('run.failed', { count: 1 }), text: problemText(error) }),
  })
}

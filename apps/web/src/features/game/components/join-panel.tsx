import type { DetailedGameInfo } from '@pennant/contract/game'
import { hasEnded } from '@pennant/rules/game/phase'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useSearchParams } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { ownTeamsQuery, useIs, useProfile } from '../../../api/queries/session.ts'
import { withReturn } from '../../../kit/return-path.ts'
import { useHasPassed } from '../../../kit/use-now.ts'
import { useShowFailure } from '../../../kit/use-show-failure.ts'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Row } from '../../../ui/row.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { joinAddress, joinStateOf } from '../join-state.ts'
import { useParticipation } from '../participation-queries.ts'
import { TeammatesCallout } from './teammates-callout.tsx'

export const JoinPanel = ({ game }: { game: DetailedGameInfo }) => {
  const { t } = useTranslation('team')
  const api = useApi()
  const profile = useProfile()
  const watches = useIs('Monitor')
  const edits = useIs('Admin')
  const { data: teams } = useQuery({ ...ownTeamsQuery(api), enabled: profile != null })
  const [search] = useSearchParams()
  // Renders again when the game starts or ends.
  useHasPassed(game.start)
  useHasPassed(game.end + 1)

  if (profile === undefined || (profile !== null && teams === undefined)) return null
  const joinState = joinStateOf(
    game,
    { loggedIn: profile !== null, teams: teams?.length ?? 0 },
    api.time.now(),
  )
  // Links once looked like this.
  if (search.has('join')) return <Navigate to={joinAddress(game.id)} replace />
  const team = game.teamName ?? ''
  const challenges = `/games/${game.id}/challenges`
  const join = joinAddress(game.id)
  // Then, the results are what most people come for.
  const kind = hasEnded(game, api.time.now()) ? 'quiet' : 'primary'

  return (
    <Stack gap="l">
      {joinState.kind === 'pending' && (
        <Callout tone="caution" title={t('entrance.pending', { team })}>
          <p>{t('entrance.pendingHint')}</p>
        </Callout>
      )}
      {joinState.kind === 'suspended' && (
        <Callout tone="danger" title={t('entrance.suspended', { team })}>
          <p>{t('entrance.suspendedHint')}</p>
        </Callout>
      )}
      {joinState.kind === 'join' && joinState.again && (
        <Callout tone="danger" title={t('entrance.rejected')}>
          <p>{t('entrance.rejectedHint')}</p>
        </Callout>
      )}
      {joinState.kind === 'needsTeam' && (
        <Callout tone="neutral" title={t('entrance.needsTeam')}>
          <p>{t('entrance.needsTeamHint')}</p>
        </Callout>
      )}
      {joinState.kind === 'accepted' && !joinState.open && (
        <Callout tone="good" title={t('entrance.accepted', { team })}>
          <p>{t('entrance.acceptedHint')}</p>
        </Callout>
      )}
      {(joinState.kind === 'pending' || joinState.kind === 'accepted') && teams !== undefined && (
        <TeammatesCallout game={game} teams={teams} />
      )}
      <Row gap="s">
        {joinState.kind === 'logIn' && (
          <>
            <LinkButton kind={kind} to={withReturn('/account/register', join)}>
              {t('entrance.join')}
            </LinkButton>
            <LinkButton to={withReturn('/account/login', join)}>{t('account.logIn')}</LinkButton>
          </>
        )}
        {(joinState.kind === 'join' || joinState.kind === 'needsTeam') && (
          <LinkButton kind={kind} to={join}>
            {joinState.kind === 'join' && joinState.again ? t('entrance.joinAgain') : t('entrance.join')}
          </LinkButton>
        )}
        {joinState.kind === 'accepted' && joinState.open && (
          <LinkButton kind={kind} to={challenges}>
            {t('game.challenges')}
          </LinkButton>
        )}
        {api.time.now() >= game.start && (
          <LinkButton to={`/games/${game.id}/scoreboard`}>{t('game.scoreboard')}</LinkButton>
        )}
        {watches && <LinkButton to={`/games/${game.id}/monitor`}>{t('game.monitor')}</LinkButton>}
        {edits && <LinkButton to={`/admin/games/${game.id}`}>{t('game.edit')}</LinkButton>}
        {(game.status === 'Pending' || game.status === 'Rejected') && <Leave game={game} />}
      </Row>
    </Stack>
  )
}

const Leave = ({ game }: { game: DetailedGameInfo }) => {
  const { t } = useTranslation('team')
  const toasts = useToasts()
  const showFailure = useShowFailure()
  const { leave } = useParticipation(game.id)
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t('entrance.leave')}
      </Button>
      {asking && (
        <ConfirmDialog
          danger
          title={t('entrance.leaveTitle')}
          confirm={t('entrance.leave')}
          decline={t('common.cancel')}
          pending={leave.isPending}
          onDecline={() => setAsking(false)}
          onConfirm={() =>
            leave.mutate(undefined, {
              onSuccess: () => toasts.show({ tone: 'good', title: t('entrance.left') }),
              onError: showFailure,
              onSettled: () => setAsking(false),
            })
          }
        >
          <p>{t('entrance.leaveWarning', { team: game.teamName ?? '' })}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

import type { GameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { participationsQuery } from '../../../api/queries/participations.ts'
import { DateTimeField } from '../../../kit/date-time-field.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { WhatIfSection } from '../../../kit/what-if/preview.tsx'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { NumberField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { useToasts } from '../../../ui/toast-store.ts'
import { useAdjusting } from '../use-adjusting.ts'
import classes from './adjust-dialog.module.css'
import { TeamChoice } from './team-choice.tsx'

type Props = { game: GameInfo; onClose: () => void }

const most = limits.adjustmentPoints.max

type Draft = { participationIds: readonly number[]; points: number; reason: string; time: number | null }

const initial: Draft = { participationIds: [], points: 0, reason: '', time: null }

export const AdjustDialog = ({ game, onClose }: Props) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const titleId = useId()
  const api = useApi()
  const toasts = useToasts()
  const teams = useQuery(participationsQuery(api, game.id))
  const { give } = useAdjusting(game.id)
  const form = useForm({
    initial,
    most: { reason: limits.adjustmentReason },
    check: ({ participationIds, points, reason, time }) => ({
      ...(participationIds.length === 0 ? { participationIds: t('byHand.teamsMissing') } : {}),
      ...(points === 0 || !Number.isInteger(points) || Math.abs(points) > most
        ? { points: t('byHand.pointsFault', { most }) }
        : {}),
      ...(reason.trim() === '' ? { reason: t('byHand.reasonMissing') } : {}),
      ...(time !== null && (time < game.start || time > api.time.now())
        ? { time: t('byHand.timeFault') }
        : {}),
    }),
    send: ({ participationIds, time, ...rest }) =>
      give.mutateAsync({
        ...rest,
        participationIds: [...participationIds],
        ...(time === null ? {} : { time }),
      }),
    onSent() {
      toasts.show({ tone: 'good', title: t('byHand.done', { count: form.draft.participationIds.length }) })
      onClose()
    },
  })
  const { participationIds, points } = form.draft
  const teamIds = (teams.data ?? []).flatMap(({ id, team }) =>
    participationIds.includes(id) ? [team.id] : [],
  )
  return (
    <Dialog
      title={<span id={titleId}>{t('byHand.give')}</span>}
      close={staff('close')}
      size="wide"
      firm
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{staff('cancel')}</Button>
          <Button kind="primary" pending={form.pending} onClick={() => void form.submit()}>
            {t(points < 0 ? 'byHand.take' : 'byHand.giveShort')}
          </Button>
        </>
      }
    >
      <Form labelledBy={titleId} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
        {form.problem !== null && <Callout tone="danger" title={form.problem} alert />}
        <div className={classes.sides}>
          <Loaded query={teams} failed={t('review.failed')}>
            {(all) => <TeamChoice teams={all} {...form.field('participationIds')} />}
          </Loaded>
          <Stack gap="m">
            <NumberField
              {...form.field('points')}
              label={t('byHand.points')}
              hint={t('byHand.pointsHint')}
              {...limits.adjustmentPoints}
            />
            <TextField {...form.field('reason')} label={t('byHand.reason')} hint={t('byHand.reasonHint')} />
            <DateTimeField {...form.field('time')} label={t('byHand.time')} optional />
          </Stack>
        </div>
        {teamIds.length > 0 && points !== 0 && (
          <WhatIfSection game={game.id} change={{ kind: 'adjustTeams', teamIds, points }} />
        )}
      </Form>
    </Dialog>
  )
}

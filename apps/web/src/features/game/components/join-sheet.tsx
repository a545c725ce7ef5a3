import type { DetailedGameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import type { GameJoinCheckInfo } from '@pennant/contract/participation'
import type { TeamInfo } from '@pennant/contract/team'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { asksFor, teamsAddress } from '../join-state.ts'
import { type JoinDraft, joinDraftOf } from '../join-draft.ts'
import { joinCheckQuery, useParticipation } from '../participation-queries.ts'

type Props = {
  game: DetailedGameInfo
  teams: readonly TeamInfo[]
  onClose: () => void
  onDone: () => void
}

export const JoinSheet = ({ game, teams, onClose, onDone }: Props) => {
  const { t } = useTranslation('play')
  const titleId = useId()
  const check = useQuery(joinCheckQuery(useApi(), game.id))
  return (
    <Dialog
      title={<span id={titleId}>{t('join.title', { game: game.title })}</span>}
      close={t('common.close')}
      onClose={onClose}
    >
      <Callout tone="neutral">
        <p>{t('join.locks')}</p>
        <p>{game.limit === 0 ? t('join.anySize') : t('join.size', { count: game.limit })}</p>
        <p>{t('join.eachMember')}</p>
      </Callout>
      <Loaded query={check} failed={t('join.checkFailed')}>
        {(info) => <JoinForm titleId={titleId} game={game} teams={teams} check={info} onDone={onDone} />}
      </Loaded>
    </Dialog>
  )
}

const membersAtFault: Readonly<Record<string, keyof JoinDraft>> = {
  'participation.inviteWrong': 'inviteCode',
  'participation.divisionMissing': 'divisionId',
  'participation.divisionUnknown': 'divisionId',
  'participation.otherDivision': 'divisionId',
}

type FormProps = Omit<Props, 'onClose'> & { titleId: string; check: GameJoinCheckInfo }

const JoinForm = ({ titleId, game, teams, check, onDone }: FormProps) => {
  const { t } = useTranslation('play')
  const { join } = useParticipation(game.id)
  const joinable = (game.divisions ?? []).filter(({ id }) => check.joinableDivisions.includes(id))
  const joined = new Map(check.joinedTeams.map(({ id, division }) => [id, division]))
  const [first] = teams
  const kept = useMemo(() => joinDraftOf(game.id), [game.id])
  const [before] = useState(() => kept.read(teams))

  // A team that has joined keeps its division.
  const meaning = ({ teamId, divisionId }: JoinDraft) => {
    const fixed = joined.get(Number(teamId))
    const division = fixed ?? (divisionId === '' ? null : Number(divisionId))
    return { fixed, division, asked: asksFor(game, check.joinableDivisions, division) }
  }
  const form = useForm<JoinDraft>({
    initial: before ?? {
      teamId: String(first?.id ?? ''),
      divisionId: joinable.length === 1 ? String(joinable[0]?.id) : '',
      inviteCode: '',
    },
    check(draft) {
      const { asked, division } = meaning(draft)
      return {
        ...(asked.division && division === null ? { divisionId: t('join.divisionMissing') } : {}),
        ...(asked.code && draft.inviteCode.trim() === '' ? { inviteCode: t('form.required') } : {}),
      }
    },
    async send(draft) {
      const { asked, division } = meaning(draft)
      await join.mutateAsync({
        teamId: Number(draft.teamId),
        divisionId: division,
        inviteCode: asked.code ? draft.inviteCode.trim() : null,
      })
      kept.forget()
      onDone()
    },
    memberOf: ({ code }) => (code === null ? null : (membersAtFault[code] ?? null)),
  })
  const { fixed, division, asked } = meaning(form.draft)
  const { draft, sent } = form
  useEffect(() => {
    if (!sent) kept.keep(draft, teams)
  }, [kept, draft, sent, teams])

  return (
    <Form labelledBy={titleId} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
      {form.problem !== null && <Callout tone="danger" title={form.problem} alert />}
      <SelectField
        {...form.field('teamId')}
        label={t('join.team')}
        hint={<Link to={teamsAddress(game.id)}>{t('join.otherTeam')}</Link>}
        options={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      {asked.division && (
        <SelectField
          name="divisionId"
          label={t('join.division')}
          hint={fixed === undefined ? undefined : t('join.divisionFixed')}
          disabled={fixed !== undefined}
          value={division === null ? '' : String(division)}
          fault={form.faults.divisionId}
          options={[
            { value: '', label: t('join.chooseDivision') },
            ...joinable.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={form.change('divisionId')}
        />
      )}
      {asked.code && (
        <TextField
          mono
          {...form.field('inviteCode')}
          label={t('join.code')}
          hint={t('join.codeHint')}
          maxLength={limits.inviteCode}
        />
      )}
      <Button kind="primary" submit pending={form.pending}>
        {t('join.send')}
      </Button>
    </Form>
  )
}

import type { DetailedGameInfo } from '@pennant/contract/game'
import { limits } from '@pennant/contract/limit'
import type { GameJoinCheckInfo } from '@pennant/contract/participation'
import type { TeamInfo } from '@pennant/contract/team'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiProblem } from '../../../api/problem.ts'
import { useProfile } from '../../../api/queries/session.ts'
import { useForm } from '../../../kit/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { Form } from '../../../ui/form.tsx'
import { Name } from '../../../ui/name.tsx'
import { type JoinDraft, joinDraftOf } from '../join-draft.ts'
import { asksFor } from '../join-state.ts'
import { useParticipation } from '../participation-queries.ts'
import classes from './join-form.module.css'

const membersAtFault: Readonly<Record<string, keyof JoinDraft>> = {
  'participation.inviteWrong': 'inviteCode',
  'participation.divisionMissing': 'divisionId',
  'participation.divisionUnknown': 'divisionId',
  'participation.otherDivision': 'divisionId',
}

type Props = {
  titleId: string
  game: DetailedGameInfo
  teams: readonly TeamInfo[]
  check: GameJoinCheckInfo
  onJoined: (game: DetailedGameInfo) => void
}

export const JoinForm = ({ titleId, game, teams, check, onJoined }: Props) => {
  const { t } = useTranslation('team')
  const profile = useProfile()
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
      const joinedGame = await join.mutateAsync({
        teamId: Number(draft.teamId),
        divisionId: division,
        inviteCode: asked.code ? draft.inviteCode.trim() : null,
      })
      kept.forget()
      onJoined(joinedGame)
    },
    memberOf: ({ code }) => (code === null ? null : (membersAtFault[code] ?? null)),
  })
  const { fixed, division, asked } = meaning(form.draft)
  const decided = fixed ?? (joinable.length === 1 ? joinable[0]?.id : undefined)
  const nameOf = (id: number): string => game.divisions?.find((one) => one.id === id)?.name ?? ''
  const captain = teams
    .find(({ id }) => String(id) === form.draft.teamId)
    ?.members?.find((member) => member.captain)
  const captainToAsk = captain === undefined || captain.id === profile?.userId ? null : captain.userName
  const full =
    captainToAsk === null
      ? t('join.full', { count: game.limit })
      : t('join.fullAsk', { count: game.limit, name: captainToAsk })
  const { draft, sent } = form
  useEffect(() => {
    if (!sent) kept.keep(draft, teams)
  }, [kept, draft, sent, teams])

  return (
    <Form labelledBy={titleId} pending={form.pending} refusals={form.refusals} onSubmit={form.submit}>
      {form.problem !== null && (
        <Callout tone="danger" title={isFull(form.error) ? full : form.problem} alert />
      )}
      {teams.length > 1 && (
        <SelectField
          {...form.field('teamId')}
          label={t('join.team')}
          options={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      )}
      {asked.division && decided !== undefined && (
        <p>
          {t('join.division')}: <Name>{nameOf(decided)}</Name>
        </p>
      )}
      {asked.division && decided === undefined && (
        <SelectField
          name="divisionId"
          label={t('join.division')}
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
      <p className={classes.locks}>{t('join.locks')}</p>
      <Button kind="primary" submit pending={form.pending}>
        {t('entrance.join')}
      </Button>
    </Form>
  )
}

const isFull = (error: unknown): boolean => error instanceof ApiProblem && error.is('participation.teamFull')

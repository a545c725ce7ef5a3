import type { GameInfo } from '@pennant/contract/game'
import type { Decision, ParticipationInfo } from '@pennant/contract/participation'
import { hasStarted } from '@pennant/rules/game/phase'
import { decisionsFrom } from '@pennant/rules/participation/decision'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { participationsQuery } from '../../../api/queries/participations.ts'
import { DecisionDialog } from '../../../kit/decision-dialog.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import { useAddress } from '../../../kit/use-address.ts'
import { useGameToEdit } from '../../../kit/use-layout-game.ts'
import { useConsent } from '../../../kit/what-if/use-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { RowKey } from '../../../ui/table/column.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { DecisionBar } from '../components/decision-bar.tsx'
import { DecisionProgress } from '../components/decision-progress.tsx'
import { ParticipationSheet } from '../components/participation-sheet.tsx'
import { ReviewToolbar } from '../components/review-toolbar.tsx'
import { useParticipationColumns } from '../components/use-participation-columns.tsx'
import { reviewViewIn, shownIn } from '../participation-list.ts'
import { divisionNamesQuery } from '../queries.ts'
import { useDecisionKeys } from '../use-decision-keys.ts'
import { useDecisions } from '../use-decisions.ts'
import classes from './pages.module.css'

type Names = ReadonlyMap<number, string>
const noNames: Names = new Map()

export const ReviewPage = () => {
  const { data: game } = useGameToEdit()
  const { t } = useTranslation('organise')
  const api = useApi()
  const query = useQuery(participationsQuery(api, game.id))
  const divisions = useQuery(divisionNamesQuery(api, game.id)).data ?? noNames
  return (
    <Stack as="section" gap="m" aria-labelledby="review">
      <h2 id="review" className={classes.title}>
        {t('review.title')}
      </h2>
      <Loaded query={query} failed={t('review.failed')}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon="users" title={t('review.none')} text={t('review.noneHint')} />
          ) : (
            <Participations game={game} all={all} divisions={divisions} />
          )
        }
      </Loaded>
    </Stack>
  )
}

type Props = { game: GameInfo; all: readonly ParticipationInfo[]; divisions: Names }

const Participations = ({ game, all, divisions }: Props) => {
  const api = useApi()
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { get, set } = useAddress()
  const view = reviewViewIn(get)
  const rows = shownIn(all, view, divisions)
  const [marked, setMarked] = useState<ReadonlySet<RowKey>>(new Set())
  const [asked, setAsked] = useState<{ decision: Decision; who: readonly ParticipationInfo[] } | null>(null)
  const decisions = useDecisions(game.id)
  // Rows out of sight must not be decided on.
  const chosen = rows.filter(({ id }) => marked.has(id))
  const opened = all.find(({ id }) => String(id) === get('open')) ?? null
  const open = ({ id }: ParticipationInfo): void => set({ open: id }, true)
  const columns = useParticipationColumns({ divisions, onOpen: open })

  const { consent, checking, question } = useConsent(game.id)
  const move = async (who: readonly ParticipationInfo[], divisionId: number | null): Promise<void> => {
    if (checking) return
    const division = divisionId === null ? t('review.noDivision') : (divisions.get(divisionId) ?? '')
    const agreed = await consent({
      change: { kind: 'moveTeams', teamIds: who.map(({ team }) => team.id), divisionId },
      title: t('review.moveTitle', { count: who.length, division }),
      confirm: t('review.move'),
    })
    if (agreed) await decisions.start(who, { divisionId })
  }
  const ask = (decision: Decision, who: readonly ParticipationInfo[]): void => {
    const able = who.filter(({ status }) => decisionsFrom(status).includes(decision))
    if (able.length > 0) setAsked({ decision, who: able })
  }
  useDecisionKeys((decision, at) => {
    const row = at === null ? undefined : rows[at]
    ask(decision, chosen.length > 0 ? chosen : row === undefined ? [] : [row])
  })

  return (
    <>
      <ReviewToolbar game={game} all={all} rows={rows} view={view} divisions={divisions} />
      <DecisionProgress {...decisions} />
      {rows.length === 0 ? (
        <EmptyState icon="filter" title={staff('noneFound')}>
          <Button onClick={() => set({ q: null, division: null, status: null })}>
            {staff('clearFilters')}
          </Button>
        </EmptyState>
      ) : (
        <DataTable
          label={t('review.title')}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          sort={{ by: view.sort, descending: view.descending }}
          onSort={({ by, descending }) => set({ sort: by, order: descending ? 'down' : null })}
          sortLabel={staff('sortBy')}
          selection={{
            chosen: new Set(chosen.map(({ id }) => id)),
            onChange: setMarked,
            all: staff('chooseAll'),
            one: ({ team }) => staff('chooseOne', { name: team.name }),
          }}
          onOpen={open}
          toneOf={({ status }) =>
            status === 'Pending' ? 'caution' : status === 'Suspended' ? 'danger' : undefined
          }
          virtual={rows.length > fewRows}
        />
      )}
      {chosen.length > 0 && (
        <DecisionBar
          chosen={chosen}
          divisions={divisions}
          busy={checking || decisions.progress?.running === true}
          onDecide={(decision) => ask(decision, chosen)}
          onDivision={(divisionId) => void move(chosen, divisionId)}
          onClear={() => setMarked(new Set())}
        />
      )}
      {opened !== null && (
        <ParticipationSheet
          scored={hasStarted(game, api.time.now()) ? game.id : null}
          participation={opened}
          divisions={divisions}
          busy={checking || decisions.progress?.running === true}
          onDecide={(decision) => ask(decision, [opened])}
          onDivision={(divisionId) => void move([opened], divisionId)}
          onClose={() => set({ open: null })}
        />
      )}
      {question}
      {asked !== null && (
        <DecisionDialog
          decision={asked.decision}
          game={game.id}
          teams={asked.who.map(({ team }) => team)}
          pending={decisions.progress?.running === true}
          onDecline={() => setAsked(null)}
          onConfirm={() => {
            void decisions.start(asked.who, { status: asked.decision })
            setMarked(new Set())
            setAsked(null)
          }}
        />
      )}
    </>
  )
}

const fewRows = 150

import type { ChallengeSummary } from '@pennant/contract/challenge'
import type { ScoreCurve } from '@pennant/rules/scoring/dynamic-score'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { useGameToEdit } from '../../../kit/use-layout-game.ts'
import { useAddress } from '../../../kit/use-address.ts'
import { BulkBar } from '../../../ui/bulk-bar.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import type { RowKey } from '../../../ui/table/column.ts'
import { Adjustments } from '../components/adjustments.tsx'
import { ApplyScoresDialog } from '../components/apply-scores-dialog.tsx'
import { BloodBonusForm } from '../components/blood-bonus-form.tsx'
import { BoardActions } from '../components/board-actions.tsx'
import { CurvePanel } from '../components/curve-panel.tsx'
import { type ScoreOrder, scoreOrders, ScoreTable } from '../components/score-table.tsx'
import { challengesToEditQuery } from '../queries.ts'
import classes from './scoring-page.module.css'

// As in a new challenge.
const usualCurve: ScoreCurve = { originalScore: 1000, minScoreRate: 0.25, difficulty: 5 }

export const ScoringPage = () => {
  const game = useGameToEdit()
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const { t: p } = useTranslation('play')
  const id = useId()
  const { id: gameId } = game.data
  const challenges = useQuery(challengesToEditQuery(useApi(), gameId))
  const [curve, setCurve] = useState(usualCurve)
  return (
    <section aria-labelledby={id} className={classes.page}>
      <h2 id={id} className={classes.title}>
        {staff('work.scoring')}
      </h2>
      <BloodBonusForm game={game} />
      <CurvePanel game={gameId} challenges={challenges.data ?? []} curve={curve} onChange={setCurve} />
      <Loaded query={challenges} failed={p('challenges.failed')}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={p('challenges.none')} text={t('overview.noChallenges')}>
              <LinkButton kind="primary" to={`/admin/games/${gameId}/challenges`}>
                {staff('work.challenges')}
              </LinkButton>
            </EmptyState>
          ) : (
            <Scores game={gameId} challenges={list} curve={curve} />
          )
        }
      </Loaded>
      <Adjustments game={game.data} />
      <BoardActions game={gameId} />
    </section>
  )
}

type ScoresProps = { game: number; challenges: readonly ChallengeSummary[]; curve: ScoreCurve }

const Scores = ({ game, challenges, curve }: ScoresProps) => {
  const { t } = useTranslation('organise')
  const { t: staff } = useTranslation('staff')
  const address = useAddress()
  const id = useId()
  const [chosen, setChosen] = useState<ReadonlySet<RowKey>>(new Set())
  const [applying, setApplying] = useState(false)
  const by = scoreOrders.find((one) => one === address.get('by')) ?? 'title'
  const descending = address.get('down') !== ''
  const selected = challenges.filter((one) => chosen.has(one.id))
  return (
    <section aria-labelledby={id} className={classes.scores}>
      <h3 id={id} className={classes.part}>
        {t('scoring.scores')}
      </h3>
      <p className={classes.hint}>{t('scoring.scoresHint')}</p>
      <ScoreTable
        game={game}
        challenges={sorted(challenges, by, descending)}
        sort={{ by, descending }}
        onSort={(sort) => address.set({ by: sort.by, down: sort.descending })}
        chosen={chosen}
        onChosen={setChosen}
      />
      {selected.length > 0 && (
        <BulkBar
          text={staff('chosen', { count: selected.length })}
          clear={staff('chooseNone')}
          onClear={() => setChosen(new Set())}
        >
          <Button kind="primary" size="small" onClick={() => setApplying(true)}>
            {t('scoring.applyOpen')}
          </Button>
        </BulkBar>
      )}
      {applying && (
        <ApplyScoresDialog
          game={game}
          curve={curve}
          challenges={selected}
          onClose={() => setApplying(false)}
          onDone={() => {
            setApplying(false)
            setChosen(new Set())
          }}
        />
      )}
    </section>
  )
}

const sorted = (
  challenges: readonly ChallengeSummary[],
  by: ScoreOrder,
  descending: boolean,
): ChallengeSummary[] => {
  const sign = descending ? -1 : 1
  return challenges.toSorted((one, other) =>
    by === 'title' ? sign * one.title.localeCompare(other.title) : sign * (one[by] - other[by]),
  )
}

import type { GameInfo } from '@pennant/contract/game'
import {
  type BoardTurn,
  type PlannedBoard,
  type ShownBoard,
  turnOfBoard,
} from '@pennant/rules/game/freeze-plan'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { formatMoment } from '../../i18n/date.ts'
import { useLanguage } from '../../i18n/start.ts'

export const shownBoardOf = ({
  freezeAt,
  freezeHidesBoard,
  resultsAt,
}: Pick<GameInfo, 'freezeAt' | 'freezeHidesBoard' | 'resultsAt'>): ShownBoard => ({
  freezeAt: freezeAt ?? null,
  resultsAt: resultsAt ?? null,
  hidesBoard: freezeHidesBoard ?? false,
})

const showsMore: ReadonlySet<BoardTurn> = new Set(['thaw', 'later'] as const)

/** What to ask before a change of what everyone sees now. Null: nothing changes for them. */
export const useBoardTurn = (game: GameInfo) => {
  const { t } = useTranslation('organise')
  const { time } = useApi()
  const language = useLanguage()
  const write = (at: number | null): string => (at === null ? '' : formatMoment(language, at))

  return (planned: PlannedBoard) => {
    const before = shownBoardOf(game)
    const after = { ...planned, resultsAt: before.resultsAt }
    const turn = turnOfBoard(before, after, time.now())
    if (turn === null) return null
    const values = {
      title: game.title,
      before: write(before.freezeAt),
      after: write(after.freezeAt),
    }
    const hides = turn === 'freeze' && after.hidesBoard
    return {
      change: null,
      affectsPlayers: true,
      danger: turn !== 'freeze',
      title: t(`freeze.${turn}Title`, values),
      confirm: t(`freeze.${turn}`),
      text: (
        <>
          <p>{t(hides ? 'freeze.freezeHiddenText' : `freeze.${turn}Text`, values)}</p>
          {showsMore.has(turn) && <p>{t('freeze.heldText')}</p>}
          {(showsMore.has(turn) || turn === 'show') && <p>{t('freeze.forGood')}</p>}
        </>
      ),
    }
  }
}

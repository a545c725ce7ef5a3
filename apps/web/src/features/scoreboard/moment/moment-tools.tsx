import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useMinute } from '../../../kit/use-now.ts'
import { Loaded } from '../../../kit/loaded.tsx'
import { Callout } from '../../../ui/callout.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { Sight } from '../board.ts'
import { MomentBar } from './moment-bar.tsx'
import { useMoment } from './use-moment.ts'
import { usePastBoard } from './use-past-board.ts'

type Game = { id: number; start: number; end: number }
type Props = { game: Game; onSight: (sight: Sight | null) => void }

/** The board at any moment of the game: for those who watch it, and for all once results are published. */
export const MomentTools = ({ game, onSight }: Props) => {
  const { start, end } = game
  const latest = Math.min(useMinute(), end)
  const { moment, move, leave } = useMoment({ start, latest })
  const isOver = useApi().time.now() >= end
  return (
    <Stack gap="xs">
      <MomentBar {...{ start, latest, moment, isOver }} onMove={move} onLeave={leave} />
      {moment !== null && <PastBoardOf game={game.id} moment={moment} onSight={onSight} />}
    </Stack>
  )
}

type PastProps = { game: number; moment: number; onSight: Props['onSight'] }

const mostNamed = 8

const PastBoardOf = ({ game, moment, onSight }: PastProps) => {
  const { t } = useTranslation('record')
  const { query, past, differs } = usePastBoard(game, moment)
  const isMissing = query.data === undefined && query.error !== null
  const failed = differs || isMissing
  useEffect(() => onSight({ moment, past, failed }), [moment, past, failed, onSight])
  useEffect(() => () => onSight(null), [onSight])
  if (differs) return <Callout tone="danger" title={t('moment.differs')} alert />
  if (isMissing)
    return (
      <Loaded query={query} failed={t('moment.failed')}>
        {() => null}
      </Loaded>
    )
  return past !== null && past.missing.length > 0 && <Missing names={past.missing} />
}

const Missing = ({ names }: { names: readonly string[] }) => {
  const { t } = useTranslation('record')
  const shown = names.slice(0, mostNamed).join(', ')
  return (
    <Callout
      tone="caution"
      title={t('moment.missing', { names: names.length > mostNamed ? `${shown}, …` : shown })}
    />
  )
}

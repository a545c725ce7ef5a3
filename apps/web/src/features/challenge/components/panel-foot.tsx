import type { ChallengeDetail } from '@pennant/contract/challenge'
import { hasEnded } from '@pennant/rules/game/phase'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useApi } from '../../../api/context.ts'
import { useProfile } from '../../../api/queries/session.ts'
import { withTexts } from '../../../i18n/start.ts'
import { lazyAhead } from '../../../kit/lazy-ahead.tsx'
import type { GameStore } from '../../../live/game-store.ts'
import { useSubmission } from '../actions.ts'
import type { ListedChallenge } from '../challenge-list.ts'
import { FlagBox } from './flag-box.tsx'
import classes from './panel-foot.module.css'

const [SolveCard, fetchCard] = lazyAhead(
  async () => (await withTexts('solve', import('./solve-card.tsx'))).SolveCard,
)
const SolvedBefore = lazy(async () => ({
  default: (await withTexts('solve', import('./solved-before.tsx'))).SolvedBefore,
}))

type Props = {
  game: { id: number; end: number }
  /** Null while it loads. */
  challenge: ChallengeDetail | null
  listed: ListedChallenge
  challenges: readonly ListedChallenge[]
  rank: number
  isFrozen: boolean
  store: GameStore
  onGo: (id: number) => void
}

export const PanelFoot = (props: Props) => {
  const { game, challenge, listed, challenges, rank, isFrozen, store, onGo } = props
  const { id } = listed
  const { time } = useApi()
  const profile = useProfile()
  const submit = useSubmission({ game: game.id, challenge: id })
  const news = useSyncExternalStore(store.subscribe, () => store.solveOf(id))
  const [wasSolved] = useState(listed.ours || news !== undefined)
  const [flag, setFlag] = useState('')
  const [sentAt, setSentAt] = useState<number | null>(null)
  const form = useRef<HTMLDivElement>(null)
  const rankBefore = useRankBefore(rank, listed.ours)
  const isSolved = listed.ours || news !== undefined
  const isMates = isSolved && sentAt === null && !store.isSent(id)
  const [isKept, setIsKept] = useState(false)

  useEffect(() => store.watch(id), [store, id])
  // Whoever is typing must not lose the place.
  useLayoutEffect(() => {
    if (!isMates) return
    setIsKept(form.current?.contains(document.activeElement) ?? false)
  }, [isMates])

  if (wasSolved)
    return (
      <Suspense fallback={<p className={classes.strip} />}>
        <SolvedBefore
          game={game.id}
          listed={listed}
          count={challenges.filter(({ ours }) => ours).length}
          heard={news?.points}
        />
      </Suspense>
    )
  const covers = sentAt !== null || (isMates && !isKept && flag === '')
  return (
    <>
      <div ref={form} className={classes.form} data-hidden={covers || undefined}>
        {challenge !== null && (
          <FlagBox
            challenge={challenge}
            flag={flag}
            onFlag={setFlag}
            practising={hasEnded(game, time.now())}
            solved={isMates}
            submit={submit}
            onFocus={fetchCard}
            onSent={(sent) => store.sent(id, sent)}
            onRight={setSentAt}
          />
        )}
      </div>
      {(sentAt !== null || isMates) && (
        <Suspense>
          <SolveCard
            facts={{
              ...{ news, listed, rank, sentAt, isFrozen, rankBefore },
              reader: profile ?? null,
              isOver: hasEnded(game, time.now()),
            }}
            from={listed}
            challenges={challenges}
            above={!covers}
            game={game.id}
            onGo={onGo}
          />
        </Suspense>
      )}
    </>
  )
}

/** The one that the team had last without this solve. */
const useRankBefore = (rank: number, ours: boolean): number => {
  const [before, setBefore] = useState(rank)
  if (!ours && before !== rank) setBefore(rank)
  return before
}

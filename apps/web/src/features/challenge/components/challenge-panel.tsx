import type { ChallengeDetail } from '@pennant/contract/challenge'
import type { InstanceProgress } from '@pennant/contract/hub'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { useClientConfig } from '../../../api/queries/client-config.ts'
import { withTexts } from '../../../i18n/start.ts'
import { lazyAhead } from '../../../kit/lazy-ahead.tsx'
import { Loaded } from '../../../kit/loaded.tsx'
import type { GameStore } from '../../../live/game-store.ts'
import { CategorySign } from '../../../theme/category.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useInstanceActions } from '../actions.ts'
import { challengeQuery } from '../queries.ts'
import type { Tunnel } from '../instance-endpoint.ts'
import { hasLabels, type ListedChallenge } from '../challenge-list.ts'
import { openedHints } from '../opened-hints.ts'
import { panelId } from '../use-challenge-keys.ts'
import { Attempts } from './attempts.tsx'
import classes from './challenge-panel.module.css'
import { ChallengeText } from './challenge-text.tsx'
import { PanelFoot } from './panel-foot.tsx'
import { Labels, toBloods } from './parts.ts'

const [Solvers, fetchSolvers] = lazyAhead(
  async () => (await withTexts('solve', import('./solvers.tsx'))).Solvers,
)
const Deadline = lazy(async () => ({ default: (await import('./deadline.tsx')).Deadline }))
// Last in the panel, and not there until someone has solved it.
const Bloods = lazy(async () => ({ default: (await toBloods()).Bloods }))
const InstanceBox = lazy(async () => ({
  default: (await withTexts('instance', import('./instance-box.tsx'))).InstanceBox,
}))

type Props = {
  game: { id: number; start: number; end: number }
  listed: ListedChallenge
  team: number
  /** That of the own team, if the game has several. */
  division: { id: number; name: string } | null
  challenges: readonly ListedChallenge[]
  /** 0: none. */
  rank: number
  isFrozen: boolean
  store: GameStore
  news: InstanceProgress | null
  tunnel: Tunnel | null
  pushed: boolean
  docked: boolean
  previous: number | null
  next: number | null
  onGo: (id: number) => void
  onClose: () => void
}

export const ChallengePanel = (props: Props) => {
  const { game, listed, docked, previous, next, onGo, onClose } = props
  const { t } = useTranslation('play')
  const api = useApi()
  const challengeRef = { game: game.id, challenge: listed.id }
  const [solversShown, showSolvers] = useState(false)
  const toggleSolvers = (): void => showSolvers(!solversShown)
  const query = useQuery(challengeQuery(api, challengeRef, !props.pushed))

  return (
    <SideSheet
      id={panelId}
      docked={docked}
      focusTitle
      title={listed.title}
      lead={
        <span className={classes.lead}>
          <CategorySign category={listed.category} />
          {listed.category}
          <Points score={listed.score} />
          <SolveCount solved={listed.solved} isOpen={solversShown} onToggle={toggleSolvers} />
        </span>
      }
      close={t('common.close')}
      onClose={onClose}
      controls={
        <>
          {previous !== null && (
            <IconButton label={t('challenge.previous')} onClick={() => onGo(previous)}>
              <Icon name="left" />
            </IconButton>
          )}
          {next !== null && (
            <IconButton label={t('challenge.next')} onClick={() => onGo(next)}>
              <Icon name="right" />
            </IconButton>
          )}
        </>
      }
      foot={<PanelFoot {...props} challenge={query.data ?? null} />}
    >
      <Loaded query={query} failed={t('challenge.failed')}>
        {(challenge) => (
          <Detail {...props} challenge={challenge} challengeRef={challengeRef} solversShown={solversShown} />
        )}
      </Loaded>
    </SideSheet>
  )
}

const Points = ({ score }: { score: number }) => {
  const { t } = useTranslation('play')
  const [first] = useState(score)
  return (
    <span key={score} className={classes.points} data-changed={score !== first || undefined}>
      {t('challenge.points', { count: score })}
    </span>
  )
}

type SolveCountProps = { solved: number; isOpen: boolean; onToggle: () => void }

/** Compatible servers don't list who solved a challenge. */
const SolveCount = ({ solved, isOpen, onToggle }: SolveCountProps) => {
  const { t } = useTranslation('play')
  const { extensions } = useApi()
  const words = t('challenge.solves', { count: solved })
  if (!extensions.supported || solved === 0) return <span>{words}</span>
  return (
    <button
      type="button"
      className={classes.solves}
      data-solvers=""
      aria-expanded={isOpen}
      onClick={onToggle}
      onFocus={fetchSolvers}
      onPointerEnter={fetchSolvers}
    >
      {words}
    </button>
  )
}

type DetailProps = Props & {
  challenge: ChallengeDetail
  challengeRef: { game: number; challenge: number }
  solversShown: boolean
}

const Detail = (props: DetailProps) => {
  const { challenge, challengeRef, game, listed, news, tunnel, team, division, solversShown } = props
  const { t } = useTranslation('play')
  const config = useClientConfig()
  const { deadline } = challenge
  const used = challenge.limit > 0 && challenge.attempts >= challenge.limit
  const hasContainer = challenge.type === 'StaticContainer' || challenge.type === 'DynamicContainer'

  return (
    <>
      <ChallengeText
        challenge={challenge}
        labels={
          (hasLabels(listed) || challenge.authors !== undefined) && (
            <Suspense>
              <Labels {...listed} authors={challenge.authors} />
            </Suspense>
          )
        }
        openedHints={openedHints(challengeRef.game, challengeRef.challenge)}
      />
      {hasContainer && config !== undefined && (
        <Instance {...{ challengeRef, challenge, config, news, tunnel }} locked={used && !listed.ours} />
      )}
      {deadline !== null && (
        <Suspense>
          <Deadline at={deadline} />
        </Suspense>
      )}
      <Attempts challengeRef={challengeRef} />
      {solversShown ? (
        <Suspense fallback={<Skeleton label={t('common.loading')} lines={6} />}>
          <Solvers game={game} challenge={listed.id} solved={listed.solved} team={team} division={division} />
        </Suspense>
      ) : (
        listed.bloods.length > 0 && (
          <Suspense>
            <Bloods bloods={listed.bloods} />
          </Suspense>
        )
      )}
    </>
  )
}

type InstanceProps = Omit<ComponentProps<typeof InstanceBox>, 'actions'> & Pick<DetailProps, 'challengeRef'>

/** Apart, so that the state of an action redraws only this and not the whole panel. */
const Instance = ({ challengeRef, ...props }: InstanceProps) => {
  const { t } = useTranslation('play')
  const actions = useInstanceActions(challengeRef)
  return (
    <Suspense fallback={<Skeleton label={t('common.loading')} lines={3} />}>
      <InstanceBox {...props} actions={actions} />
    </Suspense>
  )
}

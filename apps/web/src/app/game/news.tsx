import type { GameNotice, TeamChange } from '@pennant/contract/hub'
import type { ChallengeInfo, GameDetail } from '@pennant/contract/scoreboard'
import type { QueryClient } from '@tanstack/react-query'
import type { i18n as I18n, TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Api } from '../../api/client.ts'
import { clientConfigQuery } from '../../api/queries/client-config.ts'
import { sessionQuery } from '../../api/queries/session.ts'
import { challengeQuery, detailsQuery } from '../../features/challenge/queries.ts'
import { lineChoice } from '../../features/live/line-choice.ts'
import { boardAnswer } from '../../features/scoreboard/board-answer.ts'
import type { GameStore } from '../../live/game-store.ts'
import { bloodPlaceOf } from '../../live/live-solve.ts'
import { ownSolvesIn } from '../../live/own-solves.ts'
import { plainText } from '../../ui/markdown/plain-text.ts'
import type { ToastStore } from '../../ui/toast-store.ts'
import { isInSight } from './in-sight.ts'
import { showSystemNotification } from './system-notice.ts'

const noticeMs = 5_000
const longMs = 8_000
const minuteMs = 60_000
/** A rush of first blood must not talk over everything else. */
const betweenBloodsMs = 10_000

type Needs = {
  /** Always the same one; what it says may change. */
  game: () => { id: number; title: string; teamName: string | null }
  api: Api
  queries: QueryClient
  toasts: ToastStore
  i18n: I18n
  store: GameStore
  /** To screen readers, where nothing is shown for it. */
  say: (text: string) => void
  onOpenNotices: () => void
}

export type News = ReturnType<typeof createNews>

/** Tells of what happens in a game, but not where it's in sight anyway. */
export const createNews = ({
  game: current,
  api,
  queries,
  toasts,
  i18n,
  store,
  say,
  onOpenNotices,
}: Needs) => {
  const { id: game } = current()
  let bloodSaidAt = Number.NEGATIVE_INFINITY
  let newTitles: readonly string[] = []
  const newId = `new-challenges-${game}`

  // The language may have been switched since.
  const texts = (): TFunction<'live'> => i18n.getFixedT(i18n.language, 'live')
  const details = (): GameDetail | undefined => queries.getQueryData(detailsQuery(api, game, false).queryKey)
  const challengesIn = (detail: GameDetail | undefined): ChallengeInfo[] =>
    Object.values(detail?.challenges ?? {}).flat()
  const linkTo = (challenge: number | null): ReactNode => (
    <Link to={`/games/${game}/challenges${challenge === null ? '' : `?challenge=${challenge}`}`}>
      {texts()('toast.open')}
    </Link>
  )

  const tellNewChallenge = (title: string): void => {
    const t = texts()
    // Those that are still shown are told of together.
    const isShown = toasts.current().some(({ id }) => id === newId)
    newTitles = isShown ? [...newTitles, title] : [title]
    toasts.show({
      id: newId,
      tone: 'news',
      title:
        newTitles.length === 1
          ? t('notice.newChallenge', { challenge: title })
          : t('toast.newChallenges', { count: newTitles.length }),
      action: linkTo(null),
      closesAfterMs: noticeMs,
    })
  }

  const tellHint = (title: string): void => {
    const t = texts()
    const id = challengesIn(details()).find((one) => one.title === title)?.id ?? null
    const text = t('notice.newHint', { challenge: title })
    if (id !== null && store.isWatched(id)) return say(text)
    toasts.show({
      id: `hint-${game}-${title}`,
      tone: 'news',
      title: text,
      action: linkTo(id),
      closesAfterMs: noticeMs,
    })
  }

  const tellBlood = ({ type, values: [team = '', challenge = ''] }: GameNotice): void => {
    // The own team hears of it on its own.
    if (type !== 'FirstBlood' || team === current().teamName || lineChoice.get() === 'off') return
    if (performance.now() - bloodSaidAt < betweenBloodsMs) return
    bloodSaidAt = performance.now()
    say(texts()('line.first', { team, challenge }))
  }

  const ends = new Map<number, { closeTime: number; timer: ReturnType<typeof setTimeout> }>()
  /** A teammate may have extended or stopped it meanwhile. */
  const tellEnd = async (challenge: number, closeTime: number): Promise<void> => {
    const known = await queries.query({ ...challengeQuery(api, { game, challenge }, false), staleTime: 0 })
    if (known.context.closeTime === null || known.context.closeTime > closeTime) return
    const t = texts()
    const title = t('toast.instance', { title: known.title })
    if (store.isWatched(challenge)) return say(title)
    toasts.show({
      id: `instance-${game}-${challenge}`,
      tone: 'caution',
      title,
      text: t('toast.instanceHint'),
      action: linkTo(challenge),
      closesAfterMs: longMs,
    })
  }

  /** Of a teammate. Without the details there is no title, and the list will tell. */
  const tellSolve = async (
    change: Pick<TeamChange, 'challengeId' | 'points' | 'rank' | 'rankBefore' | 'user'>,
  ): Promise<void> => {
    const { challengeId = 0, user } = change
    const detail = await queries.query({ ...detailsQuery(api, game, false), staleTime: 'static' })
    const challenge = challengesIn(detail).find(({ id }) => id === challengeId)
    if (challenge === undefined || user === undefined) return
    toasts.show({
      id: `solve-${game}-${challengeId}`,
      tone: 'good',
      title: solveText(change, { name: user, title: challenge.title }, texts()),
      action: linkTo(challengeId),
      closesAfterMs: longMs,
    })
  }

  // Answers that were kept from an earlier visit tell what is no news.
  const since = api.time.now()

  return {
    notice(notice: GameNotice): void {
      const { id, type, values } = notice
      const [first = ''] = values
      if (type !== 'Normal' && type !== 'NewHint' && type !== 'NewChallenge') return tellBlood(notice)
      const t = texts()
      const text =
        type === 'Normal'
          ? plainText(first)
          : t(type === 'NewHint' ? 'notice.newHint' : 'notice.newChallenge', { challenge: first })
      showSystemNotification({
        id: `pennant-${game}-${id}`,
        title: current().title,
        text,
        onOpen: onOpenNotices,
      })
      // The list of challenges says for itself that there are new ones.
      if (type === 'NewChallenge' && isInSight('[data-challenge-count]')) return
      if (isInSight('[data-notices]')) return say(text)
      if (type === 'NewChallenge') return tellNewChallenge(first)
      if (type === 'NewHint') return tellHint(first)
      toasts.show({
        id: `notice-${id}`,
        tone: 'news',
        title: t('toast.notice'),
        text,
        closesAfterMs: noticeMs,
      })
    },

    solve: tellSolve,

    /** While the board is frozen, nothing else tells of an own solve. */
    hear({ what, challengeId, time, place = 0, user }: TeamChange): void {
      if (what !== 'Solved' || challengeId === undefined || time === undefined) return
      const board = queries.getQueryData(boardAnswer(api, game).queryKey)?.board
      const challenge = [...challengesIn(details()), ...(board?.challenges ?? [])].find(
        ({ id }) => id === challengeId,
      )?.title
      const team = current().teamName
      if (challenge === undefined || team === null) return
      store.hearSolves([
        {
          ...{ team, challenge, challengeId, place: bloodPlaceOf(place), time, isOwn: true },
          ...(user === undefined ? {} : { user }),
        },
      ])
    },

    /** What the own team has solved since the answer before. */
    async compare(detail: GameDetail): Promise<void> {
      const heard = new Set(store.solves().map(({ challengeId }) => challengeId))
      const fresh = ownSolvesIn(detail).filter(
        (solve) => solve.time >= since && !heard.has(solve.challengeId),
      )
      store.hearSolves(fresh)
      const self = queries.getQueryData(sessionQuery(api).queryKey)?.userName
      for (const { challengeId, user } of fresh)
        if (challengeId !== null && user !== undefined && user !== self && !store.isWatched(challengeId))
          await tellSolve({ challengeId, user })
    },

    timeLeft(): void {
      toasts.show({
        id: `left-${game}`,
        tone: 'caution',
        title: texts()('toast.tenMinutes'),
        closesAfterMs: longMs,
      })
    },

    /** One that ends soon already was in sight when the page learned of it. */
    instance(challenge: number, closeTime: number): void {
      const window = queries.getQueryData(clientConfigQuery(api).queryKey)?.renewalWindow
      if (window === undefined || ends.get(challenge)?.closeTime === closeTime) return
      clearTimeout(ends.get(challenge)?.timer)
      const left = closeTime - window * minuteMs - api.time.now()
      if (left > 0)
        ends.set(challenge, {
          closeTime,
          timer: setTimeout(() => void tellEnd(challenge, closeTime).catch(() => undefined), left),
        })
    },

    stop(): void {
      for (const { timer } of ends.values()) clearTimeout(timer)
    },
  }
}

const solveText = (
  { points, rank, rankBefore }: Pick<TeamChange, 'points' | 'rank' | 'rankBefore'>,
  names: { name: string; title: string },
  t: TFunction<'live'>,
): string => {
  if (points === undefined) return t('toast.solve', names)
  const solve = { ...names, points: String(points) }
  if (!rank || !rankBefore || rank === rankBefore) return t('toast.solvePoints', solve)
  return t('toast.solveRank', { ...solve, rank: String(rank), before: String(rankBefore) })
}

import { atLeast, type Language, languages, roleNames } from '@pennant/contract/enums'
import type { DetailedGameInfo } from '@pennant/contract/game'
import type { GameDetail } from '@pennant/contract/scoreboard'
import { hasStarted, isOver } from '@pennant/rules/game/phase'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { useApi } from '../../api/context.ts'
import { gameQuery, recentGamesQuery } from '../../api/queries/game.ts'
import { ownTeamsQuery, useIs, useProfile } from '../../api/queries/session.ts'
import { detailsQuery } from '../../features/challenge/queries.ts'
import { languageNames } from '../../i18n/language.ts'
import { useProblemText } from '../../kit/problem-text.ts'
import { loginPath } from '../../kit/return-path.ts'
import { schemeChoices, useSchemeChoice } from '../../theme/scheme.ts'
import type { IconName } from '../../ui/icon.tsx'
import { useToasts } from '../../ui/toast-store.ts'
import { cleanCache } from '../boundaries/clean-cache.ts'
import { gameIn } from '../game/current-game.ts'
import { useChooseLanguage } from '../layout/use-choose-language.ts'
import { useLogoutAction } from '../layout/use-logout-action.ts'
import type { ShowOverlay } from '../overlay.ts'
import { type ListedPage, usePages } from '../page-list.ts'
import type { SearchResultGroup } from './search-site.ts'
import { staffPages } from './staff-pages.ts'
import { useSearchResults } from './use-search-results.ts'

export const commandGroups = ['thisGame', 'pages', 'games', 'teams', 'actions'] as const
export type CommandGroup = (typeof commandGroups)[number] | SearchResultGroup

export type Command = {
  id: string
  group: CommandGroup
  title: string
  icon: IconName
  rare?: true
  matched?: true
  act: () => void
}

const iconOf = (path: string): IconName =>
  (
    ({ '/': 'home', '/games': 'flag', '/teams': 'users', '/posts': 'book', '/about': 'info' }) as Readonly<
      Record<string, IconName>
    >
  )[path] ?? (path.startsWith('/account') ? 'user' : 'right')

// Logged-in users need no way to log in.
const isFor = ({ path, role }: ListedPage, profile: ReturnType<typeof useProfile>): boolean => {
  if (path === '/account/login' || path === '/account/register') return profile == null
  if (role === undefined || (role === 'User' && profile == null && path === '/teams')) return true
  return profile != null && roleNames.includes(role) && atLeast(profile.role, role)
}

export const useCommands = (show: ShowOverlay, wanted: string): Command[] => {
  const { t } = useTranslation('shell')
  const api = useApi()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const location = useLocation()
  const toasts = useToasts()
  const problemText = useProblemText()
  const profile = useProfile()
  const pages = usePages()
  const [scheme, chooseScheme] = useSchemeChoice()
  const chooseLanguage = useChooseLanguage()
  const gameId = gameIn(location.pathname)
  const { t: staff } = useTranslation('staff')
  const watches = useIs('Monitor')
  const administrates = useIs('Admin')
  const { data: recent = [] } = useQuery(recentGamesQuery(api))
  const { data: teams = [] } = useQuery({ ...ownTeamsQuery(api), enabled: profile != null })
  // Only what is in the cache; nothing is asked for.
  const { data: game } = useQuery({ ...gameQuery(api, gameId ?? 0), enabled: false })
  const { data: details } = useQuery({ ...detailsQuery(api, gameId ?? 0, false), enabled: false })

  const found = useSearchResults({ wanted, game, gameId })
  const failed = (error: unknown): void => void toasts.show({ tone: 'danger', title: problemText(error) })
  const logOut = useLogoutAction({ onFailed: failed })
  const go = (to: string) => () => void navigate(to)
  const speak = (language: Language) => () => {
    chooseLanguage(language).catch(() => toasts.show({ tone: 'danger', title: t('language.failed') }))
  }

  const parts = game === undefined ? [] : partsOf(game, details, api.time.now())
  return [
    ...parts.map(
      ({ text, title, to, icon }): Command => ({
        id: `game ${to}`,
        group: 'thisGame',
        title: text === undefined ? title : t(text),
        icon,
        act: go(to),
      }),
    ),
    ...pages
      .filter((page) => isFor(page, profile))
      .map(
        (page): Command => ({
          id: page.path,
          group: 'pages',
          title: t(page.title),
          icon: iconOf(page.path),
          act: go(page.path === '/account/login' ? loginPath(location) : page.path),
        }),
      ),
    ...staffPages({ gameId, watches, administrates }).map(
      ({ to, text, icon }): Command => ({
        id: `staff ${to}`,
        group: to.includes(`/games/${gameId}`) ? 'thisGame' : 'pages',
        title: staff(text),
        icon,
        act: go(to),
      }),
    ),
    ...recent.map(
      ({ id, title }): Command => ({
        id: `games ${id}`,
        group: 'games',
        title,
        icon: 'flag',
        act: go(`/games/${id}`),
      }),
    ),
    ...teams.map(
      ({ id, name }): Command => ({
        id: `team ${id}`,
        group: 'teams',
        title: name,
        icon: 'users',
        act: go(`/teams?team=${id}`),
      }),
    ),
    ...actions(),
    ...found.listed.map((one): Command => ({ ...one, rare: true, act: go(one.to) })),
    ...found.matched.map((one): Command => ({ ...one, rare: true, matched: true, act: go(one.to) })),
  ]

  function actions(): Command[] {
    const list: (Omit<Command, 'group'> | null)[] = [
      ...schemeChoices
        .filter((other) => other !== scheme)
        .map((other) => ({
          id: `scheme ${other}`,
          title: t('palette.scheme', { scheme: t(`scheme.${other}`) }),
          icon: other === 'dark' ? ('moon' as const) : ('sun' as const),
          act: () => chooseScheme(other),
        })),
      { id: 'color', title: t('menu.color'), icon: 'paint', act: () => show('color') },
      { id: 'keys', title: t('menu.keys'), icon: 'keyboard', act: () => show('keys') },
      ...languages.map((language) => ({
        id: `language ${language}`,
        title: t('palette.language', { language: languageNames[language] }),
        icon: 'globe' as const,
        rare: true as const,
        act: speak(language),
      })),
      {
        id: 'clean',
        title: t('error.cleanCache'),
        icon: 'refresh',
        rare: true,
        act: () => void cleanCache(queries),
      },
      profile == null
        ? null
        : { id: 'leave', title: t('account.logOut'), icon: 'leave', act: () => void logOut() },
    ]
    return list.flatMap((one) => (one === null ? [] : [{ ...one, group: 'actions' as const }]))
  }
}

type Part = { to: string; icon: IconName } & (
  | {
      text: 'palette.information' | 'palette.challenges' | 'palette.scoreboard' | 'palette.notices'
      title?: never
    }
  | { text?: undefined; title: string }
)

const partsOf = (game: DetailedGameInfo, details: GameDetail | undefined, now: number): Part[] => {
  const base = `/games/${game.id}`
  const plays = game.status === 'Accepted' && hasStarted(game, now) && !isOver(game, now)
  const challenges = plays ? Object.values(details?.challenges ?? {}).flat() : []
  return [
    { to: base, text: 'palette.information', icon: 'info' },
    ...(plays ? [{ to: `${base}/challenges`, text: 'palette.challenges', icon: 'grid' } as const] : []),
    ...(hasStarted(game, now)
      ? ([
          { to: `${base}/scoreboard`, text: 'palette.scoreboard', icon: 'chart' },
          { to: `${base}/scoreboard?sheet=notices`, text: 'palette.notices', icon: 'bell' },
        ] as const)
      : []),
    ...challenges.map(
      ({ id, title }): Part => ({ to: `${base}/challenges?challenge=${id}`, title, icon: 'flag' }),
    ),
  ]
}

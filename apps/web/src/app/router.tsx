import { type Role, roleNames } from '@pennant/contract/enums'
import type { QueryClient } from '@tanstack/react-query'
import {
  createBrowserRouter,
  createPath,
  NavigationType,
  redirect,
  type RouteObject,
  replace,
} from 'react-router'
import type { Api } from '../api/client.ts'
import { ownTeamsQuery } from '../api/queries/session.ts'
import { setupStatusQuery } from '../features/account/setup-queries.ts'
import { recentGamesQuery } from '../api/queries/game.ts'
import { latestPostsQuery } from '../features/post/queries.ts'
import type { Translations } from '../i18n/start.ts'
import { ErrorPage } from './boundaries/error-page.tsx'
import { gamePreloads } from './game/preload.ts'
import { withGame } from './game/current-game.ts'
import { InitialLoader, Layout } from './layout/layout.tsx'
import { MissingPage } from './missing-page.tsx'
import type { PageHandle } from './page-list.ts'
import { layoutOf, type Page, prefetch, routeOf, whenLoggedIn } from './page.ts'

type Needs = { api: Api; queries: QueryClient; translations: Translations }
type Preloads = ReturnType<typeof gamePreloads>

const pagesWith = ({ api, queries }: Needs): readonly Page[] => {
  const preloadSetup = (): void => prefetch(queries, setupStatusQuery(api))
  const preloadTeams = (): void => whenLoggedIn(api, queries, () => prefetch(queries, ownTeamsQuery(api)))
  return [
    {
      title: 'home.screen',
      load: () => import('./routes/home.tsx'),
      preload: () => {
        preloadSetup()
        prefetch(queries, latestPostsQuery(api))
        prefetch(queries, recentGamesQuery(api))
      },
    },
    {
      path: 'setup',
      title: 'setup.title',
      area: 'account',
      load: () => import('./routes/setup.tsx'),
      preload: preloadSetup,
    },
    ...accountPages,
    {
      path: 'posts',
      title: 'title.posts',
      area: 'play',
      load: async () => ({ Component: (await import('../features/post/pages/posts-page.tsx')).PostsPage }),
    },
    {
      path: 'posts/:id',
      title: 'title.posts',
      area: 'play',
      load: async () => ({ Component: (await import('../features/post/pages/post-page.tsx')).PostPage }),
    },
    {
      path: 'about',
      title: 'title.about',
      area: ['play', 'shell'],
      load: () => import('./routes/about.tsx'),
    },
    {
      path: 'games',
      title: 'title.games',
      area: 'play',
      load: async () => ({ Component: (await import('../features/game/pages/games-page.tsx')).GamesPage }),
    },
    {
      path: 'teams',
      title: 'title.teams',
      role: 'User',
      area: ['play', 'team', 'account'],
      load: async () => ({ Component: (await import('../features/team/pages/teams-page.tsx')).TeamsPage }),
      preload: preloadTeams,
    },
    {
      path: 'teams/new',
      title: 'title.teams',
      role: 'User',
      area: ['play', 'team'],
      load: async () => ({ Component: (await import('./routes/team-entry.tsx')).NewTeam }),
      preload: preloadTeams,
    },
    {
      path: 'teams/:id/invite',
      title: 'title.teams',
      role: 'User',
      area: ['play', 'team'],
      load: async () => ({ Component: (await import('./routes/team-entry.tsx')).Share }),
      preload: preloadTeams,
    },
    {
      path: 'invite/:id',
      title: 'title.teams',
      area: ['play', 'team', 'account'],
      load: async () => ({ Component: (await import('./routes/team-entry.tsx')).Invite }),
    },
    ...(import.meta.env.DEV ? [gallery] : []),
    { path: '*', title: 'notFound.title', load: () => import('./routes/not-found.tsx') },
  ]
}

const gameLayout = (preloads: Preloads): Page & { id: string; path: string } => ({
  id: 'game',
  path: 'games/:id',
  title: 'title.games',
  area: 'play',
  load: () => import('./game/layout.tsx'),
  preload: preloads.layout,
})

const gamePages = (preloads: Preloads): readonly Page[] => [
  {
    title: 'title.games',
    ownHead: 'quiet',
    area: 'team',
    load: async () => withGame((await import('../features/game/pages/game-page.tsx')).GamePage),
  },
  {
    path: 'join',
    title: 'title.games',
    role: 'User',
    ownHead: 'quiet',
    area: 'team',
    load: async () => withGame((await import('../features/game/pages/join-page.tsx')).JoinPage),
  },
  {
    path: 'challenges',
    title: 'title.games',
    role: 'User',
    load: () => import('./routes/challenges.tsx'),
    preload: preloads.challenges,
  },
  {
    path: 'scoreboard',
    title: 'title.games',
    area: 'board',
    load: () => import('./routes/scoreboard.tsx'),
    preload: preloads.scoreboard,
  },
]

const gallery: Page = { path: 'ui', title: 'home.screen', load: () => import('./gallery/gallery.tsx') }

const accountPages: readonly Page[] = (
  [
    { path: 'login', title: 'account.logIn', load: () => import('./routes/login.tsx') },
    { path: 'register', title: 'title.register', load: () => import('./routes/register.tsx') },
    {
      path: 'pending',
      title: 'title.pending',
      load: async () => ({
        Component: (await import('../features/account/pages/pending-page.tsx')).PendingPage,
      }),
    },
    {
      path: 'recovery',
      title: 'title.recovery',
      load: async () => ({
        Component: (await import('../features/account/pages/recovery-page.tsx')).RecoveryPage,
      }),
    },
    { path: 'reset', title: 'title.recovery', load: () => import('./routes/reset.tsx') },
    { path: 'verify', title: 'title.pending', load: () => import('./routes/verify.tsx') },
    { path: 'confirm', title: 'title.pending', load: () => import('./routes/confirm.tsx') },
    { path: 'profile', title: 'title.profile', role: 'User', load: () => import('./routes/profile.tsx') },
  ] satisfies Page[]
).map((page) => ({ ...page, path: `account/${page.path}`, area: 'account' }))

const guarded = (role: Role, children: RouteObject[]): RouteObject => ({
  children,
  lazy: async () => {
    const { Guard } = await import('./guard.tsx')
    return { Component: () => <Guard role={role} /> }
  },
})

export const createRouter = (needs: Needs) => {
  const asRoutes = (pages: readonly Page[]): RouteObject[] => [
    ...pages.filter(({ role }) => role === undefined).map(toRoute(needs)),
    ...roleNames.flatMap((role): RouteObject[] => {
      const own = pages.filter((page) => page.role === role)
      return own.length === 0 ? [] : [guarded(role, own.map(toRoute(needs)))]
    }),
  ]
  let added = false
  // Not by `patchRoutesOnNavigation`: it draws a page with a parameter in its path twice for each change of the address.
  const addStaffRoutes = async (): Promise<Response | null> => {
    if (added) return null
    const { staffRoutes } = await import('./staff/routes.ts')
    if (!added) {
      const { pages, game } = staffRoutes({ translations: needs.translations, guarded })
      router.patchRoutes('pages', pages)
      router.patchRoutes('game', game)
      added = true
    }
    const { location = router.state.location, historyAction } = router.state.navigation
    // What is still to be pushed must not replace the page before it.
    return (historyAction === NavigationType.Push ? redirect : replace)(createPath(location))
  }
  /** Most visitors never see these pages, so their table loads on first use. */
  const staffPlace = (path: string): RouteObject => ({
    path: `${path}/*`,
    handle: { title: 'notFound.title' } satisfies PageHandle,
    loader: addStaffRoutes,
    Component: MissingPage,
  })
  const preloads = gamePreloads(needs)
  const router = createBrowserRouter([
    {
      Component: Layout,
      ErrorBoundary: ErrorPage,
      HydrateFallback: InitialLoader,
      children: [
        {
          id: 'pages',
          ErrorBoundary: ErrorPage,
          children: [
            ...asRoutes(pagesWith(needs)),
            layoutOf(needs.translations, gameLayout(preloads), [
              ...asRoutes(gamePages(preloads)),
              staffPlace('monitor'),
            ]),
            staffPlace('admin'),
            staffPlace('posts/:id/edit'),
          ],
        },
      ],
    },
  ])
  return router
}

const toRoute =
  ({ translations }: Needs) =>
  (page: Page): RouteObject =>
    routeOf(translations, page)

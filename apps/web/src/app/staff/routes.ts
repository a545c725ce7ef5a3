import type { Role } from '@pennant/contract/enums'
import type { ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import type { Area, FrameText } from '../../i18n/area.ts'
import type { Translations } from '../../i18n/start.ts'
import { type Page, routeOf } from '../page.ts'

type Load = () => Promise<() => ReactNode>
type Pages = Readonly<Record<string, Load>>

type Part = {
  role: Role
  title: FrameText
  ownHead?: Page['ownHead']
  layout?: Load
  sets: readonly { areas: readonly Area[]; layout?: Load; pages: Pages }[]
}

// The names of what can change are those of the forms.
const changeAreas: readonly Area[] = ['staff', 'organise', 'monitor', 'play', 'change', 'field', 'label']

const platformAreas: readonly Area[] = ['staff', 'admin', 'account', 'play', 'shell', 'field']
const following: Load = async () => (await import('./follow-changes.tsx')).FollowingLayout

// Only staff loads this, even the names.
const parts: readonly Part[] = [
  {
    role: 'Admin',
    title: 'title.admin',
    layout: async () => (await import('./game-editor-layout.tsx')).GameEditorLayout,
    sets: [
      {
        areas: ['staff', 'organise', 'monitor', 'play'],
        pages: {
          'admin/games/:id': async () => (await import('./game-overview.tsx')).GameOverview,
        },
      },
      {
        areas: changeAreas,
        pages: {
          'admin/games/:id/changes': async () =>
            (await import('../../features/monitor/components/change-list.tsx')).GameChangesPage,
        },
      },
      {
        areas: changeAreas,
        layout: async () => (await import('./challenge-layout.tsx')).ChallengeLayout,
        pages: {
          'admin/games/:id/challenges/:chalId/changes': async () =>
            (await import('./challenge-changes.tsx')).ChallengeChanges,
        },
      },
      {
        areas: ['staff', 'organise', 'play', 'label'],
        pages: {
          'admin/games/:id/info': async () =>
            (await import('../../features/game-edit/pages/info-page.tsx')).InfoPage,
          'admin/games/:id/divisions': async () =>
            (await import('../../features/game-edit/pages/divisions-page.tsx')).DivisionsPage,
          'admin/games/:id/challenges': async () =>
            (await import('../../features/challenge-edit/pages/challenges-page.tsx')).ChallengesPage,
          'admin/games/:id/scoring': async () =>
            (await import('../../features/game-edit/pages/scoring-page.tsx')).ScoringPage,
          'admin/games/:id/results': async () =>
            (await import('../../features/game-edit/pages/after-page.tsx')).AfterPage,
          'admin/games/:id/notices': async () =>
            (await import('../../features/game-edit/pages/notices-page.tsx')).NoticesPage,
          'admin/games/:id/review': async () =>
            (await import('../../features/review/pages/review-page.tsx')).ReviewPage,
          'admin/games/:id/writeups': async () =>
            (await import('../../features/review/pages/writeups-page.tsx')).WriteupsPage,
        },
      },
      {
        areas: ['staff', 'organise', 'play', 'instance', 'label'],
        layout: async () => (await import('./challenge-layout.tsx')).ChallengeLayout,
        pages: {
          // One page: the longer address leads to the part with flags and files.
          'admin/games/:id/challenges/:chalId/flags?': async () =>
            (await import('./challenge-with-preview.tsx')).ChallengeWithPreview,
        },
      },
    ],
  },
  {
    // Outside the frame of a game, which follows its changes: the show asks for nothing.
    role: 'Admin',
    title: 'title.admin',
    sets: [
      {
        areas: ['staff', 'organise', 'play', 'reveal'],
        pages: {
          'admin/games/:id/reveal': async () =>
            (await import('../../features/reveal/pages/reveal-page.tsx')).RevealPage,
        },
      },
    ],
  },
  {
    role: 'Admin',
    title: 'title.posts',
    sets: [
      {
        areas: ['staff', 'organise', 'play'],
        layout: following,
        pages: {
          'posts/:id/edit': async () =>
            (await import('../../features/post-edit/pages/post-edit-page.tsx')).PostEditPage,
        },
      },
    ],
  },
  {
    role: 'Admin',
    title: 'title.admin',
    layout: async () => (await import('./admin-layout.tsx')).AdminLayout,
    sets: [
      {
        areas: ['staff', 'organise', 'play'],
        pages: {
          'admin/games': async () =>
            (await import('../../features/game-edit/pages/games-page.tsx')).GamesPage,
        },
      },
      {
        areas: platformAreas,
        pages: {
          admin: async () => (await import('./admin-layout.tsx')).FirstPage,
          'admin/teams': async () =>
            (await import('../../features/people/pages/team-list-page.tsx')).TeamListPage,
          'admin/users': async () => (await import('../../features/people/pages/users-page.tsx')).UsersPage,
          'admin/instances': async () =>
            (await import('../../features/instances/pages/instances-page.tsx')).InstancesPage,
          'admin/files': async () => (await import('../../features/records/pages/files-page.tsx')).FilesPage,
          'admin/logs': async () => (await import('../../features/records/pages/logs-page.tsx')).LogsPage,
          'admin/mail': async () => (await import('../../features/records/pages/mail-page.tsx')).MailPage,
          'admin/tokens': async () =>
            (await import('../../features/platform/pages/tokens-page.tsx')).TokensPage,
          'admin/status': async () =>
            (await import('../../features/platform/pages/status-page.tsx')).StatusPage,
        },
      },
      {
        areas: platformAreas,
        layout: following,
        pages: {
          'admin/settings': async () =>
            (await import('../../features/platform/pages/settings-page.tsx')).SettingsPage,
        },
      },
      {
        areas: changeAreas,
        pages: {
          'admin/changes': async () =>
            (await import('../../features/monitor/components/change-list.tsx')).ChangesPage,
        },
      },
    ],
  },
]

const monitor: Part = {
  role: 'Monitor',
  title: 'title.games',
  ownHead: 'live',
  layout: async () => (await import('./monitor-layout.tsx')).MonitorLayout,
  sets: [
    {
      areas: ['staff', 'monitor', 'play'],
      pages: {
        'games/:id/monitor': async () =>
          (await import('../../features/monitor/pages/overview-page.tsx')).OverviewPage,
        'games/:id/monitor/events': async () =>
          (await import('../../features/monitor/pages/events-page.tsx')).EventsPage,
        'games/:id/monitor/submissions': async () =>
          (await import('../../features/monitor/pages/submissions-page.tsx')).SubmissionsPage,
        'games/:id/monitor/cheatinfo': async () =>
          (await import('../../features/monitor/pages/cheats-page.tsx')).CheatsPage,
        'games/:id/monitor/traffic': async () =>
          (await import('../../features/monitor/pages/traffic-page.tsx')).TrafficPage,
      },
    },
  ],
}

type Needs = { translations: Translations; guarded: (role: Role, children: RouteObject[]) => RouteObject }

export const staffRoutes = (needs: Needs): { pages: RouteObject[]; game: RouteObject[] } => ({
  pages: parts.map((part) => routesOf(needs, part)),
  game: [routesOf(needs, monitor, 'games/:id/')],
})

const routesOf = (
  { translations, guarded }: Needs,
  { role, title, ownHead, layout, sets }: Part,
  above = '',
): RouteObject => {
  const pages = sets.flatMap(({ areas: area, layout: inner, pages: loads }) =>
    within(
      inner,
      Object.entries(loads).map(([path, load]) =>
        routeOf(translations, {
          path: path.slice(above.length),
          title,
          role,
          area,
          load: asPage(load),
          ...(ownHead === undefined ? {} : { ownHead }),
        }),
      ),
    ),
  )
  return guarded(role, within(layout, pages))
}

const within = (layout: Load | undefined, children: RouteObject[]): RouteObject[] =>
  layout === undefined ? children : [{ lazy: asPage(layout), children }]

const asPage = (load: Load) => async (): Promise<{ Component: () => ReactNode }> => ({
  Component: await load(),
})

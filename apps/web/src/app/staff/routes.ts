import type { Page } from '../page.ts'

/** The screens of those who make, watch and run an event. Nobody else loads as much as their names. */
export const staffPages: readonly Page[] = [
  ...of(
    { role: 'Admin', area: ['desk', 'organise', 'play'] },
    {
      'admin/games': () => import('./pages/games.tsx'),
      'admin/games/:id': () => import('./pages/overview.tsx'),
      'admin/games/:id/info': () => import('./pages/info.tsx'),
      'admin/games/:id/divisions': () => import('./pages/divisions.tsx'),
      'admin/games/:id/challenges': () => import('./pages/challenges.tsx'),
      'admin/games/:id/challenges/:chalId': () => import('./pages/challenge.tsx'),
      'admin/games/:id/challenges/:chalId/flags': () => import('./pages/flags.tsx'),
      'admin/games/:id/scoring': () => import('./pages/scoring.tsx'),
      'admin/games/:id/notices': () => import('./pages/notices.tsx'),
      'admin/games/:id/review': () => import('./pages/review.tsx'),
      'admin/games/:id/writeups': () => import('./pages/writeups.tsx'),
      'posts/:id/edit': () => import('./pages/post-edit.tsx'),
    },
  ),
  ...of(
    { role: 'Admin', area: ['desk', 'admin', 'account', 'play', 'shell', 'field'] },
    {
      admin: () => import('./pages/admin.tsx'),
      'admin/teams': () => import('./pages/teams.tsx'),
      'admin/users': () => import('./pages/users.tsx'),
      'admin/instances': () => import('./pages/instances.tsx'),
      'admin/files': () => import('./pages/files.tsx'),
      'admin/logs': () => import('./pages/logs.tsx'),
      'admin/mail': () => import('./pages/mail.tsx'),
      'admin/tokens': () => import('./pages/tokens.tsx'),
      'admin/settings': () => import('./pages/settings.tsx'),
      'admin/status': () => import('./pages/status.tsx'),
    },
  ),
]

const game = 'games/:id/'

/** Those that watch a game, inside its layout. */
export const monitorPages: readonly Page[] = of(
  { role: 'Monitor', area: ['desk', 'monitor', 'play'] },
  {
    'games/:id/monitor': () => import('./pages/watch.tsx'),
    'games/:id/monitor/events': () => import('./pages/events.tsx'),
    'games/:id/monitor/submissions': () => import('./pages/submissions.tsx'),
    'games/:id/monitor/cheatinfo': () => import('./pages/cheats.tsx'),
    'games/:id/monitor/traffic': () => import('./pages/traffic.tsx'),
  },
).map((page) => ({ ...page, path: page.path.slice(game.length) }))

function of(
  { role, area }: Pick<Page, 'role' | 'area'>,
  loads: Readonly<Record<string, Page['load']>>,
): (Page & { path: string })[] {
  return Object.entries(loads).map(([path, load]) => ({
    path,
    load,
    title: path.startsWith('admin')
      ? 'title.admin'
      : path.startsWith('posts')
        ? 'title.posts'
        : 'title.games',
    ...(role === undefined ? {} : { role }),
    ...(area === undefined ? {} : { area }),
  }))
}

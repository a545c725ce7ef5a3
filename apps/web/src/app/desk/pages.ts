import type { Page } from '../page.ts'

/** The screens of those who make, watch and run an event. Nobody else loads as much as their names. */
export const deskPages: readonly Page[] = [
  ...of(
    { role: 'Admin', area: ['desk', 'organise', 'play'] },
    {
      'admin/games': () => import('./routes/games.tsx'),
      'admin/games/:id': () => import('./routes/overview.tsx'),
      'admin/games/:id/info': () => import('./routes/info.tsx'),
      'admin/games/:id/divisions': () => import('./routes/divisions.tsx'),
      'admin/games/:id/challenges': () => import('./routes/challenges.tsx'),
      'admin/games/:id/challenges/:chalId': () => import('./routes/challenge.tsx'),
      'admin/games/:id/challenges/:chalId/flags': () => import('./routes/flags.tsx'),
      'admin/games/:id/scoring': () => import('./routes/scoring.tsx'),
      'admin/games/:id/notices': () => import('./routes/notices.tsx'),
      'admin/games/:id/review': () => import('./routes/review.tsx'),
      'admin/games/:id/writeups': () => import('./routes/writeups.tsx'),
      'posts/:id/edit': () => import('./routes/post-edit.tsx'),
    },
  ),
  ...of(
    { role: 'Monitor', area: ['desk', 'monitor', 'play'] },
    {
      'games/:id/monitor': () => import('./routes/watch.tsx'),
      'games/:id/monitor/events': () => import('./routes/events.tsx'),
      'games/:id/monitor/submissions': () => import('./routes/submissions.tsx'),
      'games/:id/monitor/cheatinfo': () => import('./routes/cheats.tsx'),
      'games/:id/monitor/traffic': () => import('./routes/traffic.tsx'),
    },
  ),
  ...of(
    { role: 'Admin', area: ['desk', 'admin', 'account', 'play', 'shell', 'field'] },
    {
      admin: () => import('./routes/admin.tsx'),
      'admin/teams': () => import('./routes/teams.tsx'),
      'admin/users': () => import('./routes/users.tsx'),
      'admin/instances': () => import('./routes/instances.tsx'),
      'admin/files': () => import('./routes/files.tsx'),
      'admin/logs': () => import('./routes/logs.tsx'),
      'admin/mail': () => import('./routes/mail.tsx'),
      'admin/tokens': () => import('./routes/tokens.tsx'),
      'admin/settings': () => import('./routes/settings.tsx'),
      'admin/status': () => import('./routes/status.tsx'),
    },
  ),
]

function of(
  { role, area }: Pick<Page, 'role' | 'area'>,
  loads: Readonly<Record<string, Page['load']>>,
): Page[] {
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

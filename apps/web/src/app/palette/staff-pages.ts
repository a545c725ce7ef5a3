import type { StaffText } from '../../i18n/area.ts'
import type { IconName } from '../../ui/icon.tsx'

type StaffPage = { to: string; text: StaffText; icon: IconName }

type Options = { gameId: number | null; watches: boolean; administrates: boolean }

const administration = [
  'games',
  'teams',
  'users',
  'instances',
  'files',
  'changes',
  'logs',
  'mail',
  'tokens',
] as const
const gameEditor = [
  ...(['info', 'divisions', 'challenges', 'scoring', 'notices', 'review', 'writeups'] as const),
  'changes' as const,
]
const monitor = ['events', 'submissions', 'traffic'] as const

export const staffPages = ({ gameId, watches, administrates }: Options): readonly StaffPage[] => {
  const work = `/admin/games/${gameId}`
  const watch = `/games/${gameId}/monitor`
  return [
    ...(gameId !== null && watches
      ? [
          { to: watch, text: 'watch.title', icon: 'eye' } as const,
          ...monitor.map(
            (page): StaffPage => ({ to: `${watch}/${page}`, text: `watch.${page}`, icon: 'eye' }),
          ),
          { to: `${watch}/cheatinfo`, text: 'watch.cheats', icon: 'eye' } as const,
        ]
      : []),
    ...(gameId !== null && administrates
      ? [
          { to: work, text: 'work.overview', icon: 'edit' } as const,
          ...gameEditor.map(
            (page): StaffPage => ({ to: `${work}/${page}`, text: `work.${page}`, icon: 'edit' }),
          ),
        ]
      : []),
    ...(administrates
      ? [
          ...administration.map(
            (page): StaffPage => ({ to: `/admin/${page}`, text: `admin.${page}`, icon: 'gear' }),
          ),
          { to: '/admin/settings', text: 'admin.settings', icon: 'gear' } as const,
          { to: '/admin/status', text: 'admin.status', icon: 'gear' } as const,
        ]
      : []),
  ]
}

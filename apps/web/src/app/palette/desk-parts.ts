import type { DeskText } from '../../i18n/text.ts'
import type { IconName } from '../../ui/icon.tsx'

type Part = { to: string; text: DeskText; icon: IconName }

type Options = { gameId: number | null; watches: boolean; administrates: boolean }

const administration = ['games', 'teams', 'users', 'instances', 'files', 'logs', 'mail', 'tokens'] as const
const workbench = ['info', 'divisions', 'challenges', 'scoring', 'notices', 'review', 'writeups'] as const
const monitor = ['events', 'submissions', 'traffic'] as const

export const deskParts = ({ gameId, watches, administrates }: Options): readonly Part[] => {
  const work = `/admin/games/${gameId}`
  const watch = `/games/${gameId}/monitor`
  return [
    ...(gameId !== null && watches
      ? [
          { to: watch, text: 'watch.title', icon: 'eye' } as const,
          ...monitor.map((part): Part => ({ to: `${watch}/${part}`, text: `watch.${part}`, icon: 'eye' })),
          { to: `${watch}/cheatinfo`, text: 'watch.cheats', icon: 'eye' } as const,
        ]
      : []),
    ...(gameId !== null && administrates
      ? [
          { to: work, text: 'work.overview', icon: 'edit' } as const,
          ...workbench.map((part): Part => ({ to: `${work}/${part}`, text: `work.${part}`, icon: 'edit' })),
        ]
      : []),
    ...(administrates
      ? [
          ...administration.map(
            (part): Part => ({ to: `/admin/${part}`, text: `admin.${part}`, icon: 'gear' }),
          ),
          { to: '/admin/settings', text: 'admin.settings', icon: 'gear' } as const,
          { to: '/admin/status', text: 'admin.status', icon: 'gear' } as const,
        ]
      : []),
  ]
}

import type { StoredFile } from '@pennant/contract/file'

export type Holder = NonNullable<StoredFile['holders']>[number]

export const holderPath = ({ kind, gameId, id, name }: Holder): string | null => {
  const game = gameId === null ? null : `/admin/games/${gameId}`
  switch (kind) {
    case 'Avatar': {
      if (id === null) return null
      const isTeam = /^\d+$/.test(id)
      return isTeam
        ? `/admin/teams?q=${id}&team=${id}`
        : `/admin/users?q=${encodeURIComponent(name)}&user=${id}`
    }
    case 'Poster':
      return game === null ? null : `${game}/info`
    case 'Attachment':
      return game === null ? null : id === null ? `${game}/challenges` : `${game}/challenges/${id}`
    case 'Writeup':
      return game === null ? null : `${game}/writeups`
    case 'Logo':
      return '/admin/settings'
  }
}

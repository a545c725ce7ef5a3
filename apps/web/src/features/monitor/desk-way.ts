export type DeskPlace = {
  game: number
  challengeId?: number | null
  challenge?: string
  teamId?: number | null
  team?: string
  userId?: string | null
  user?: string
}

type DeskWay = { text: 'editor' | 'flags' | 'teamDesk' | 'userDesk'; to: string }

export const deskWays = ({ game, challengeId, teamId, userId, user = '' }: DeskPlace): DeskWay[] => {
  const editor = `/admin/games/${game}/challenges/${challengeId}`
  return [
    ...(challengeId == null
      ? []
      : [{ text: 'editor', to: editor } as const, { text: 'flags', to: `${editor}/flags` } as const]),
    ...(teamId == null ? [] : [{ text: 'teamDesk', to: `/admin/teams?q=${teamId}&team=${teamId}` } as const]),
    ...(userId == null
      ? []
      : [{ text: 'userDesk', to: `/admin/users?q=${encodeURIComponent(user)}&user=${userId}` } as const]),
  ]
}

export type StaffSubject = {
  game: number
  challengeId?: number | null
  challenge?: string
  teamId?: number | null
  team?: string
  userId?: string | null
  user?: string
}

type StaffLink = { text: 'editor' | 'flags' | 'manageTeam' | 'manageUser'; to: string }

export const staffLinksOf = ({ game, challengeId, teamId, userId, user = '' }: StaffSubject): StaffLink[] => {
  const editor = `/admin/games/${game}/challenges/${challengeId}`
  return [
    ...(challengeId == null
      ? []
      : [{ text: 'editor', to: editor } as const, { text: 'flags', to: `${editor}/flags` } as const]),
    ...(teamId == null
      ? []
      : [{ text: 'manageTeam', to: `/admin/teams?q=${teamId}&team=${teamId}` } as const]),
    ...(userId == null
      ? []
      : [{ text: 'manageUser', to: `/admin/users?q=${encodeURIComponent(user)}&user=${userId}` } as const]),
  ]
}

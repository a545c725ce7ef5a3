export type Entry = {
  key: string
  time: number
  user: string
  team: string
  challenge?: string
  teamId?: number | null
  participationId?: number | null
  userId?: string | null
  challengeId?: number | null
}

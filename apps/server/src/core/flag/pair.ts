export type Pair = { participationId: number; challengeId: number }

export const pairKey = ({ participationId, challengeId }: Pair): string => `${participationId} ${challengeId}`

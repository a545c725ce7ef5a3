export type ScoreCurve = {
  originalScore: number
  /** The share of the original score that always remains. */
  minScoreRate: number
  /** The larger, the slower the decay; 0 drops to the minimum with the second solve. */
  difficulty: number
}

export const dynamicScore = (
  { originalScore, minScoreRate, difficulty }: ScoreCurve,
  solved: number,
): number => {
  if (solved <= 1) return originalScore
  const decay = difficulty === 0 ? 0 : Math.exp((1 - solved) / difficulty)
  return Math.floor(originalScore * (minScoreRate + (1 - minScoreRate) * decay))
}

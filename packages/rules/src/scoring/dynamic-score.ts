export type ScoreCurve = {
  originalScore: number
  /** The part of the original score that always remains. */
  minScoreRate: number
  /** The larger, the slower the score decays; 0 lets it fall to the least at once. */
  difficulty: number
}

/** What a challenge is worth to every solver after `solved` solves that count. */
export const dynamicScore = (
  { originalScore, minScoreRate, difficulty }: ScoreCurve,
  solved: number,
): number => {
  if (solved <= 1) return originalScore
  const decay = difficulty === 0 ? 0 : Math.exp((1 - solved) / difficulty)
  return Math.floor(originalScore * (minScoreRate + (1 - minScoreRate) * decay))
}

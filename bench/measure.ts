export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

export const milliseconds = (value: number): string => `${Math.round(value)} ms`
export const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MiB`

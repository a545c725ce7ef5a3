export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2
}

export const percentile = (values: ArrayLike<number>, share: number): number => {
  const sorted = Float64Array.from(values).toSorted()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const milliseconds = (value: number): string => `${Math.round(value)} ms`
export const microseconds = (value: number): string => `${Math.round(value * 1000)} µs`
export const mebibytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(0)} MiB`

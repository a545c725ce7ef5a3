export function plainName(name: string): string {
  return name.replace(/[_-]/g, '').toLowerCase()
}

const snakeCase = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')

export function variableName(path: readonly string[]): string {
  return `PENNANT_${path.map((part) => snakeCase(part).toUpperCase()).join('__')}`
}

export function flagName(name: string): string {
  return `--${snakeCase(name).toLowerCase().replace(/_/g, '-')}`
}

/** Null when no candidate is close. */
export function nearest(name: string, candidates: readonly string[]): string | null {
  const wanted = letters(name)
  let best: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const distance = farness(wanted, letters(candidate))
    if (distance < least) {
      best = candidate
      least = distance
    }
  }
  return least <= Math.max(1, Math.floor(wanted.length / 3)) ? best : null
}

const letters = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase()

function farness(wanted: string, candidate: string): number {
  if (wanted.length >= 4 && candidate.endsWith(wanted)) return wanted === candidate ? 0 : 1
  return editDistance(wanted, candidate)
}

function editDistance(from: string, to: string): number {
  let older: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line]
    for (let column = 1; column <= to.length; column += 1) {
      const swapped = from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1]
      const same = from[line - 1] === to[column - 1]
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (older[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    older = row
    row = next
  }
  return row[to.length] ?? 0
}

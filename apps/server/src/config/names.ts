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

/** Ends a sentence; blank when no candidate is close. */
export function didYouMean(name: string, candidates: readonly string[]): string {
  const wanted = letters(name)
  const [best] = candidates
    .map((candidate) => ({ candidate, edits: editsTo(wanted, letters(candidate)) }))
    .toSorted((one, other) => one.edits - other.edits)
  const close = best !== undefined && best.edits <= Math.max(2, wanted.length / 3)
  return close ? `; did you mean ${best.candidate}?` : ''
}

const letters = (name: string): string => name.replace(/^PENNANT_|[^a-z0-9]/gi, '').toLowerCase()

function editsTo(wanted: string, candidate: string): number {
  // People often leave out the sections that a setting is in.
  if (wanted.length >= 4 && candidate.endsWith(wanted)) return 1
  let row = Array.from({ length: candidate.length + 1 }, (_, at) => at)
  for (const [line, letter] of [...wanted].entries()) {
    const next = [line + 1]
    for (const [at, other] of [...candidate].entries()) {
      const replaced = (row[at] ?? 0) + (letter === other ? 0 : 1)
      next.push(Math.min((row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1, replaced))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

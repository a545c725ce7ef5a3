export type Redact = (error: unknown) => string

const longest = 300
const shortestSecret = 4

/** Errors may quote the secrets that they were given. `changing` returns those that can change. */
export const createRedaction = (
  secrets: readonly string[],
  changing: () => readonly string[] = () => [],
): Redact => {
  return (error) => {
    // The longest first: one may be part of another.
    const hidden = [...secrets, ...changing()]
      .filter((secret) => secret.length >= shortestSecret)
      .toSorted((one, other) => other.length - one.length)
    let text = reasonOf(error)
    for (const secret of hidden) text = text.replaceAll(secret, '…')
    return text
      .replace(/\b([a-z][\w+.-]*:\/\/)[^\s/@]*@/gi, '$1…@')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
      .slice(0, longest)
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  if (error.message === '' && inner instanceof Error) return reasonOf(inner)
  return error.message === '' ? error.name : error.message
}

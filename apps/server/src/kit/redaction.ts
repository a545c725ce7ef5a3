/** What a failure may say in a line for administrators: it holds no secret. */
export type Redact = (error: unknown) => string

const longest = 300
const shortestSecret = 4

/** `secrets`, and those that can change, are taken out wherever they stand: what fails may quote what it was given. */
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

/** Where there are several reasons, or none is given, the one below counts. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'unknown'
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  if (error.message === '' && inner instanceof Error) return reasonOf(inner)
  return error.message === '' ? error.name : error.message
}

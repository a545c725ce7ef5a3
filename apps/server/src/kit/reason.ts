/** What an error says. A host with several addresses fails with an error of errors, which says nothing itself. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join(', ')
  return error instanceof Error && error.message !== '' ? error.message : String(error)
}

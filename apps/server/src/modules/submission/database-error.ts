/** Whether it is one of these errors of PostgreSQL. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  codes.includes(error.code)

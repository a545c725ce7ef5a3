import { ApiProblem } from '../../api/problem.ts'

/** Null if no code is asked for. */
export const ticketIn = (problem: unknown): string | null => {
  if (!(problem instanceof ApiProblem) || !problem.is('login.secondFactor')) return null
  const { ticket } = (problem.data ?? {}) as { ticket?: unknown }
  return typeof ticket === 'string' ? ticket : null
}

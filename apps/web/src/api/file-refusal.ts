import { type ApiProblem, refusal } from './problem.ts'

/** A proxy may have answered with text instead of JSON. */
export const fileRefusal = (status: number, text: string, retryAfterMs: number | null = null): ApiProblem => {
  const body = parsed(text)
  const problem = refusal(status, body, retryAfterMs)
  if (problem.title !== null) return problem
  return refusal(status, Object.assign({}, body, { title: words(text) }), retryAfterMs)
}

const longest = 300

// Of an HTML page only the title is readable.
const words = (text: string): string | undefined => {
  const whole = text.trim()
  const said = whole.startsWith('<') ? /<title[^>]*>([^<]*)</i.exec(whole)?.[1] : whole
  return said === undefined || said.length <= longest ? said : `${said.slice(0, longest)}…`
}

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

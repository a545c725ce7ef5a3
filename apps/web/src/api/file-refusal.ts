import { type ApiProblem, refusal } from './problem.ts'

/** Why a file was refused: the title of a JSON answer, or else its text, which a proxy may have written. */
export const fileRefusal = (status: number, text: string, retryAfterMs: number | null = null): ApiProblem => {
  const body = parsed(text)
  const problem = refusal(status, body, retryAfterMs)
  if (problem.title !== null) return problem
  return refusal(status, Object.assign({}, body, { title: words(text) }), retryAfterMs)
}

const longest = 300

/** Of a page only its title is for people. */
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

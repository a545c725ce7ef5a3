import { limits } from '@pennant/contract/limit'

const idPlace = '{id}'

export const defaultTeamText = 'PENNANT_TEAM_{id}'
/** Services made for the compatible platform expect it. */
export const compatibleTeamText = 'GZCTF_TEAM_{id}'

const printableAscii = /^[!-~](?:[ -~]*[!-~])?$/

/** Printable ASCII without blanks at the ends, with `{id}` once. */
export const isTeamText = (text: string): boolean =>
  text.length <= limits.signedTeamText && printableAscii.test(text) && text.split(idPlace).length === 2

/** Null is the default text. */
export const signedTeamText = (teamId: number, text: string | null = null): string =>
  (text ?? defaultTeamText).replace(idPlace, String(teamId))

export type TeamToken = { teamId: number; signature: string }

const shape = /^\s*([+-]?\d{1,10}):(.+)$/s

/** `{teamId}:{signature}`, or null for other text. */
export const parseTeamToken = (text: string): TeamToken | null => {
  const match = shape.exec(text)
  if (match === null) return null
  const [, id = '', signature = ''] = match
  const teamId = Number(id)
  return Math.abs(teamId) <= 2_147_483_647 ? { teamId, signature } : null
}

import { limits } from '@pennant/contract/limit'
import { Problem } from '@pennant/contract/problem'
import { documentLimits } from './limit.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

export const parseJson = (bytes: Buffer, entry: string): unknown => {
  try {
    if (isTooMuch(bytes)) throw new Problem('transfer.notJson', { entry })
    return JSON.parse(decoder.decode(bytes)) as unknown
  } catch {
    throw new Problem('transfer.notJson', { entry })
  }
}

const [quote, backslash, open, close, openList, closeList] = Buffer.from('"\\{}[]')

const isTooMuch = (bytes: Buffer): boolean => {
  let [depth, parts] = [0, 0]
  let quoted = false
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) quoted = !quoted
    else if (quoted) {
      if (byte === backslash) at++
    } else if (byte === open || byte === openList) {
      if (++depth > limits.jsonDepth || ++parts > documentLimits.parts) return true
    } else if (byte === close || byte === closeList) depth--
  }
  return false
}

/** With an offset, as packages have it, unlike the rest of the wire. */
export const timeText = (at: Date): string => at.toISOString().replace('Z', '+00:00')

export const dateOf = (text: string | null | undefined): Date | null => (text == null ? null : new Date(text))

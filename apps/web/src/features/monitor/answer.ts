import { type AnswerResult, answerResults } from '@pennant/contract/enums'

export const isResult = (text: string): text is AnswerResult => Object.hasOwn(answerResults, text)

/** On the wire, the result comes first, and the answer after it. */
export const answerIn = (text: string): { result: AnswerResult | null; answer: string } => {
  const [first = '', ...rest] = text.split(' ')
  return isResult(first) ? { result: first, answer: rest.join(' ') } : { result: null, answer: text }
}

// Characters that change direction, take no room, or are controls.
const hidden =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g

/** Hidden characters are written out, so that no text looks like another. */
export const visible = (text: string): string =>
  text.replace(hidden, (one) => `⟨U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`)

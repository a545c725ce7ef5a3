export type Written = { text: string; from: number; to: number }
/** `select` counts in the new text. */
export type Edit = { from: number; to: number; insert: string; select: { from: number; to: number } }

export const wrapped = ({ text, from, to }: Written, before: string, after: string): Edit => {
  const start = from + before.length
  const insert = before + text.slice(from, to) + after
  return { from, to, insert, select: { from: start, to: start + to - from } }
}

export const prefixed = ({ text, from, to }: Written, mark: string): Edit => {
  const start = from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1
  const insert = text
    .slice(start, to)
    .split('\n')
    .map((line) => mark + line)
    .join('\n')
  const end = start + insert.length
  return { from: start, to, insert, select: { from: end, to: end } }
}

export const inserted = ({ from, to }: Written, insert: string): Edit => {
  const end = from + insert.length
  return { from, to, insert, select: { from: end, to: end } }
}

export type Writing = {
  written(): Written
  /** Undone like typed text. */
  edit(change: Edit): void
}

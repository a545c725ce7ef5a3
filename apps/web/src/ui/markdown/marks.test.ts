import { describe, expect, it } from 'vitest'
import { type Edit, inserted, prefixed, type Written, wrapped } from './marks.ts'

// `|` marks the caret or both ends of the selection.
const written = (shown: string): Written => {
  const from = shown.indexOf('|')
  const to = shown.lastIndexOf('|')
  const text = shown.replaceAll('|', '')
  return { text, from, to: to === from ? from : to - 1 }
}

const after = ({ text }: Written, { from, to, insert, select }: Edit): string => {
  const next = text.slice(0, from) + insert + text.slice(to)
  const inner = next.slice(select.from, select.to)
  return `${next.slice(0, select.from)}|${inner}${inner === '' ? '' : '|'}${next.slice(select.to)}`
}

describe('a mark in a text', () => {
  it.each([
    ['The |tide| turns', 'The **|tide|** turns'],
    ['The |', 'The **|**'],
  ])('is put around what is selected: %s', (before, then) => {
    const text = written(before)
    expect(after(text, wrapped(text, '**', '**'))).toBe(then)
  })

  it('may end otherwise than it begins', () => {
    const text = written('See |charts|.')
    expect(after(text, wrapped(text, '[', '](https://)'))).toBe('See [|charts|](https://).')
  })

  it.each([
    ['one\nt|wo\nthr|ee', 'one\n- two\n- thr|ee'],
    ['|one', '- |one'],
    ['|\ntwo', '- |\ntwo'],
    ['one\n|', 'one\n- |'],
  ])('is put before every selected line, from its beginning: %j', (before, then) => {
    const text = written(before)
    expect(after(text, prefixed(text, '- '))).toBe(then)
  })

  it('takes the place of what is selected, and writing goes on behind it', () => {
    const text = written('A |b| c')
    expect(after(text, inserted(text, '![map](/map.png)'))).toBe('A ![map](/map.png)| c')
  })
})

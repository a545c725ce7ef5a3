import { describe, expect, it } from 'vitest'
import { findSides } from './find-sides.mjs'

describe('a side of the screen', () => {
  it.each([
    'margin-left: 1rem',
    'border-right-color: red',
    'scroll-padding-left: 1rem',
    'border-top-left-radius: 2px',
    'left: 0',
    'text-align: right',
    'float: left',
    'transform-origin: left top',
  ])('is found in %s', (declaration) => {
    expect(findSides(`.a {\n  ${declaration};\n}`)).toEqual([
      { line: 2, text: expect.stringMatching(/left|right/) },
    ])
    expect(findSides(`.a{${declaration}}`)).toHaveLength(1)
  })

  it.each([
    'margin-inline-start: 1rem',
    'inset-inline-end: 0',
    'text-align: start',
    'border-start-end-radius: 2px',
    '--left: 1rem',
    'transform-origin: var(--start-edge)',
    '/* left: 0 */ top: 0',
    'background: linear-gradient(to right, red, blue)',
  ])('is not in %s', (declaration) => {
    expect(findSides(`.a {\n  ${declaration};\n}`)).toEqual([])
  })
})

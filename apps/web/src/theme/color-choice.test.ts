import { describe, expect, it } from 'vitest'
import { type ColorChoice, colorOf, readChoice, writeChoice } from './color-choice.ts'

const custom: ColorChoice = { provider: 'Custom', color: '#8844ff' }

describe('the choice of a color', () => {
  it('is kept as nothing, a word or the color', () => {
    expect(writeChoice({ provider: 'Managed' })).toBe('')
    expect(writeChoice({ provider: 'Default' })).toBe('default')
    expect(writeChoice(custom)).toBe('#8844ff')
  })

  it('comes back as it was kept', () => {
    for (const choice of [{ provider: 'Managed' }, { provider: 'Default' }, custom] as const)
      expect(readChoice(writeChoice(choice))).toEqual(choice)
  })

  it.each([null, '', '#fff', 'red', '#12345g', '#1234567', '#123456;color:red'])(
    'is the platform’s where %j is kept',
    (stored) => {
      expect(readChoice(stored)).toEqual({ provider: 'Managed' })
    },
  )

  it('leads to the color of the chosen source', () => {
    expect(colorOf({ provider: 'Managed' }, '#112233')).toBe('#112233')
    expect(colorOf({ provider: 'Managed' }, null)).toBeNull()
    expect(colorOf({ provider: 'Managed' }, 'url(x)')).toBeNull()
    expect(colorOf({ provider: 'Default' }, '#112233')).toBeNull()
    expect(colorOf(custom, '#112233')).toBe('#8844ff')
  })
})

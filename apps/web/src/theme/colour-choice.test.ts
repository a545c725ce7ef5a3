import { describe, expect, it } from 'vitest'
import { type ColourChoice, colourOf, readChoice, writeChoice } from './colour-choice.ts'

const custom: ColourChoice = { provider: 'Custom', colour: '#8844ff' }

describe('the choice of a colour', () => {
  it('is kept as nothing, a word or the colour', () => {
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

  it('leads to the colour of whoever was chosen', () => {
    expect(colourOf({ provider: 'Managed' }, '#112233')).toBe('#112233')
    expect(colourOf({ provider: 'Managed' }, null)).toBeNull()
    expect(colourOf({ provider: 'Managed' }, 'url(x)')).toBeNull()
    expect(colourOf({ provider: 'Default' }, '#112233')).toBeNull()
    expect(colourOf(custom, '#112233')).toBe('#8844ff')
  })
})

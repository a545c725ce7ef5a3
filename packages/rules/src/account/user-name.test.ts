import { describe, expect, it } from 'vitest'
import { passesForEmail } from './user-name.ts'

describe('a name that could pass for an email address', () => {
  it.each(['a@b.example', '@name', 'name@', 'full＠width', 'small﹫at'])('is %s', (name) => {
    expect(passesForEmail(name)).toBe(true)
  })

  it.each(['name', 'a.b', 'at sign', '名前'])('is not %s', (name) => {
    expect(passesForEmail(name)).toBe(false)
  })
})

import { describe, expect, it } from 'vitest'
import { codeFrom, codeIn, inviteLink, teamOf } from './invite-link.ts'

const code = `Gulls: & # 100%:7:${'ab'.repeat(16)}`
const link = inviteLink('https://ctf.example', code)

describe('an invite link', () => {
  it('carries the code of any team behind its hash', () => {
    expect(new URL(link).search).toBe('')
    expect(codeIn(new URL(link).hash)).toBe(code)
  })

  it.each(['', '#', '#invite=', '#other=1', '#invite=%'])('is not what ends in %j', (hash) => {
    expect(codeIn(hash)).toBeNull()
  })

  it('names the team whatever it is called, and nobody when it is no code', () => {
    expect(teamOf(code)).toBe('Gulls: & # 100%')
    expect(teamOf('Gulls')).toBeNull()
    expect(teamOf('Gulls:7:abc')).toBeNull()
  })

  it.each([code, ` ${code}\n`, link, ` ${link} `])('is read from what is pasted: %j', (text) => {
    expect(codeFrom(text)).toBe(code)
  })
})

import { describe, expect, it } from 'vitest'
import { createArgon2Hasher } from './argon2.ts'

const hasherWithTurns = () => {
  const turns = { taken: 0 }
  const hasher = createArgon2Hasher({
    limit: (work) => {
      turns.taken += 1
      return work()
    },
  })
  return { hasher, turns }
}

describe('the password hasher', () => {
  it('recognises the password and no other', async () => {
    const { hasher } = hasherWithTurns()
    const hash = await hasher.hash('Passw0rd')
    expect(await hasher.verify(hash, 'Passw0rd')).toBe(true)
    for (const wrong of ['passw0rd', 'Passw0rd ', '', 'Passw0rd\0'])
      expect(await hasher.verify(hash, wrong)).toBe(false)
  })

  it('makes another hash of the same password each time, with the strength that is meant', async () => {
    const { hasher } = hasherWithTurns()
    const [one, other] = await Promise.all([hasher.hash('Passw0rd'), hasher.hash('Passw0rd')])
    expect(one).not.toBe(other)
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('does the same work where there is no hash, and never says yes', async () => {
    const { hasher, turns } = hasherWithTurns()
    expect(await hasher.verify(null, 'Passw0rd')).toBe(false)
    expect(await hasher.verify(null, 'a password that nobody has')).toBe(false)
    expect(turns.taken).toBe(2)
  })

  it('takes long passwords and every character', async () => {
    const { hasher } = hasherWithTurns()
    const password = `${'pässwörd 😀\n'.repeat(12)}A1`
    expect(await hasher.verify(await hasher.hash(password), password)).toBe(true)
  })
})

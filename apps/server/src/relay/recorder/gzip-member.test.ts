import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { gzipMember, isSound, memberHeadLength, memberLength } from './gzip-member.ts'

describe('a member of a packed file', () => {
  it('says how long it is, and is read as part of one file', async () => {
    const [a, b] = [randomBytes(1000), Buffer.alloc(300_000, 'text ')]
    const [first, second] = [await gzipMember([a.subarray(0, 10), a.subarray(10)]), await gzipMember([b])]
    expect(memberLength(first.subarray(0, memberHeadLength))).toBe(first.length)
    expect(memberLength(second)).toBe(second.length)
    expect(gunzipSync(Buffer.concat([first, second])).equals(Buffer.concat([a, b]))).toBe(true)
    expect([await isSound(first), await isSound(second)]).toEqual([true, true])
  })

  it('is told from what is none, or only a part of one', async () => {
    const member = await gzipMember([Buffer.from('content')])
    const changed = (at: number, to: number): Buffer => {
      const copy = Buffer.from(member)
      copy[at] = to
      return copy
    }
    expect(memberLength(member.subarray(0, memberHeadLength - 1))).toBeNull()
    expect(memberLength(Buffer.alloc(100))).toBeNull()
    for (const at of [0, 1, 2, 3, 10, 12, 14]) expect(memberLength(changed(at, 0xee))).toBeNull()
    expect(memberLength(changed(memberHeadLength - 1, 0xff))).toBeNull()
    expect(await isSound(member.subarray(0, -1))).toBe(false)
    expect(await isSound(changed(member.length - 10, 0xaa))).toBe(false)
  })
})

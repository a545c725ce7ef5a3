import { pbkdf2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createArgon2Hasher, hashFormat } from './argon2.ts'
import { readOlderHash } from './older.ts'

const hasher = createArgon2Hasher({ limit: (work) => work() })

// As a platform of that kind wrote them.
const written = [
  ['Winter-14-pass', 'AQAAAAIAAYagAAAAEOF0N1VdHUQ3VGfhzawnvwrBwWwEfnxsNBpe9Ydysazl3eCTrT6c+2odsB6oMD9jRw=='],
  [
    'Passw0rd-of-the-bench',
    'AQAAAAIAAYagAAAAEOgZyKbJa24ISJH4FCj/bSuWYpGz1GiSDOoWZZtxIsxgXc0LE8pHap4rATnJQ3boTw==',
  ],
  ['冬のPassw0rd 雪', 'AQAAAAIAAYagAAAAEIF95bihc2McOKxekG5vgupci13ckQKqlEL4Ciu8LBgmk8piO/whzGMLI2101iKX+w=='],
  [
    '3-g4*+Dd6aHkV31H',
    'AQAAAAIAAYagAAAAEC5I/5PqnuBuH9F1nFgRrMQ64EaNY92NKaE/kQwQA3xo00puW3XLuDBOkedoN1hM8w==',
  ],
] as const

const salt = Buffer.from('a salt of 16 bit')

const second = (digest: number, iterations: number, key: Buffer, saltBytes = salt): string => {
  const head = Buffer.alloc(13)
  head[0] = 1
  head.writeUInt32BE(digest, 1)
  head.writeUInt32BE(iterations, 5)
  head.writeUInt32BE(saltBytes.length, 9)
  return Buffer.concat([head, saltBytes, key]).toString('base64')
}

describe('a password hash of another platform', () => {
  it.each(written)('recognizes "%s" and no other', async (password, hash) => {
    expect(hashFormat(hash)).toBe('older')
    expect(await hasher.verify(hash, password)).toBe(true)
    for (const wrong of [`${password} `, password.toLowerCase(), ''])
      expect(await hasher.verify(hash, wrong)).toBe(false)
  })

  it.each([
    ['sha1', 0],
    ['sha256', 1],
    ['sha512', 2],
  ])('reads its parameters from it: %s', async (digest, number) => {
    const key = pbkdf2Sync('冬 Passw0rd', salt, 1_234, 32, digest)
    const hash = second(number, 1_234, key)
    expect(readOlderHash(hash)).toEqual({ digest, iterations: 1_234, salt, key })
    expect(await hasher.verify(hash, '冬 Passw0rd')).toBe(true)
    expect(await hasher.verify(hash, '冬 passw0rd')).toBe(false)
  })

  it('knows the layout before, which has no parameters', async () => {
    const key = pbkdf2Sync('Passw0rd', salt, 1_000, 32, 'sha1')
    const hash = Buffer.concat([Buffer.from([0]), salt, key]).toString('base64')
    expect(await hasher.verify(hash, 'Passw0rd')).toBe(true)
    expect(await hasher.verify(hash, 'Passw0rt')).toBe(false)
  })

  it('takes a composed and a decomposed password for two', async () => {
    const hash = second(2, 10, pbkdf2Sync('Jos\u00e9-1A', salt, 10, 32, 'sha512'))
    expect(await hasher.verify(hash, 'Jos\u00e9-1A')).toBe(true)
    expect(await hasher.verify(hash, 'Jose\u0301-1A')).toBe(false)
  })

  const key = pbkdf2Sync('Passw0rd', salt, 1, 32, 'sha512')
  it.each([
    ['no rounds', second(2, 0, key)],
    ['more rounds than anyone waits for', second(2, 1_000_001, key)],
    ['the most rounds a number can say', second(2, 0xffff_ffff, key)],
    ['a digest without a name', second(3, 1, key)],
    ['hardly any salt', second(2, 1, key, salt.subarray(0, 7))],
    ['hardly any key', second(2, 1, key.subarray(0, 15))],
    ['a key that never ends', second(2, 1, Buffer.alloc(130, 7))],
    ['less salt than it says', `${second(2, 1, Buffer.alloc(0)).slice(0, 24)}${'A'.repeat(20)}`],
    ['another layout', Buffer.alloc(61, 2).toString('base64')],
    ['a shortened first layout', Buffer.alloc(48).toString('base64')],
    ['bcrypt', '$2b$12$K3JNi5xUQEppzEmVlNLQ3uyQXcmhRPXSTxk1Fxq7Q1bF3nGfHk4kW'],
    [
      'argon2 that takes 4 GiB',
      '$argon2id$v=19$m=4194304,t=2,p=1$6SQBO8WPqZc04R6lsLt+7A$RA5bDbQaC2hzo6ktsY4crn',
    ],
    [
      'argon2 that takes a minute',
      '$argon2id$v=19$m=262144,t=99,p=1$6SQBO8WPqZc04R6lsLt+7A$RA5bDbQaC2hzo6ktsY4crn',
    ],
    ['a password in clear', 'Passw0rd'],
    ['nothing', ''],
  ])('is refused with %s, without the work it asks for', async (_what, hash) => {
    expect(hashFormat(hash)).toBe('unknown')
    expect(await hasher.verify(hash, 'Passw0rd')).toBe(false)
  })

  it('is none of ours', async () => {
    expect(hashFormat(await hasher.hash('Passw0rd'))).toBe('ours')
  })
})

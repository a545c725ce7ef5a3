import { describe, expect, it } from 'vitest'
import { chooseAccount, parsePasswd } from './account.ts'

const passwd = [
  'root:x:0:0:root:/root:/bin/bash',
  '# a comment, and a broken line',
  'broken:x:abc:1::/:/bin/sh',
  'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin',
  'postgres:x:101:104:PostgreSQL:/var/lib/postgresql:/bin/bash',
  'ada:x:1000:1001::/home/ada:/bin/bash',
  '',
].join('\n')

describe('the account of the database', () => {
  it('is read from /etc/passwd, broken lines aside', () => {
    expect(parsePasswd(passwd).map(({ name, uid, gid }) => [name, uid, gid])).toEqual([
      ['root', 0, 0],
      ['nobody', 65534, 65534],
      ['postgres', 101, 104],
      ['ada', 1000, 1001],
    ])
  })

  it('is the owner of what is there, then pennant, then postgres, then nobody', () => {
    expect(chooseAccount(passwd, [1000])?.name).toBe('ada')
    expect(chooseAccount(passwd, [4242])?.name).toBe('postgres')
    expect(chooseAccount(`${passwd}pennant:x:900:900::/:/bin/false\n`, [])?.name).toBe('pennant')
    expect(chooseAccount('root:x:0:0::/:\nnobody:x:65534:65534::/:\n', [0])?.name).toBe('nobody')
  })

  it('is never root', () => {
    expect(chooseAccount('root:x:0:0::/root:/bin/sh\npennant:x:0:0::/:/bin/sh\n', [0])).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { avatarUrl, fileStamp, fileTitle, fileUrl } from './file.ts'

const hash = 'a1'.repeat(32)

describe('addresses of stored files', () => {
  it('of pictures have no extension, and there may be none', () => {
    expect(avatarUrl(hash)).toBe(`/assets/${hash}/avatar`)
    expect(avatarUrl(null)).toBeNull()
  })

  it.each([
    ['Writeup-1-2-20260501-09.00.00Z.pdf', 'Writeup-1-2-20260501-09.00.00Z.pdf'],
    ['a b/c?d#e%f.pdf', 'a%20b%2Fc%3Fd%23e%25f.pdf'],
    ['解\ud800.pdf', '%E8%A7%A3%EF%BF%BD.pdf'],
  ])('keep %j in one part of the path', (name, part) => {
    expect(fileUrl(hash, name)).toBe(`/assets/${hash}/${part}`)
  })
})

describe('a moment in the name of a file', () => {
  it('is UTC to the second', () => {
    expect(fileStamp(new Date(Date.UTC(2026, 10, 1, 3, 4, 5, 999)))).toBe('20261101-03.04.05Z')
  })
})

describe('a title in the name of a file', () => {
  it.each([
    [' Finals 2026 – «決勝» ', 'Finals 2026 – «決勝»'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['a\\b<c>d:e"f|g?h*i', 'a_b_c_d_e_f_g_h_i'],
    ['line\r\nbreak\u0000\u0085', 'line__break__'],
  ])('of %j is %j', (title, name) => expect(fileTitle(title)).toBe(name))
})

import { describe, expect, it } from 'vitest'
import { isLink } from './link.ts'

describe('the link of an attachment', () => {
  it.each(['https://files.example/a.zip', 'http://files.example', 'FTP://files.example/a'])(
    'may be %s',
    (url) => {
      expect(isLink(url, () => true)).toBe(true)
      expect(isLink(url, () => false)).toBe(false)
    },
  )

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'http:x', 'https:///a', '//files.example/a', ''])(
    'may not be %s',
    (url) => expect(isLink(url, () => true)).toBe(false),
  )
})

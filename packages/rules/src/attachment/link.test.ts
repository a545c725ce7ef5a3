import { describe, expect, it } from 'vitest'
import { isLink } from './link.ts'

const takes = (url: string): boolean => isLink(url, () => true)

describe('the link of an attachment', () => {
  it.each([
    'https://files.example/a.zip',
    'http://files.example',
    'FTP://files.example/a',
    'magnet:?xt=urn:btih:c12fe1c06bba254a9dc9f519b335aa7c1367a88a&dn=disk.img',
    'sftp://files.example/a',
    'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
    'git+ssh://files.example/a.git',
    'mailto:files@players.example',
    '/files/a.zip',
    'files/a.zip',
    'a.zip',
    '../a b.zip',
    '?file=a',
    '//files.example/a',
    'script:a.js',
    'database:a',
  ])('may be %s, as far as it can be taken apart', (url) => {
    expect(takes(url)).toBe(true)
    expect(isLink(url, () => false)).toBe(false)
  })

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\tscript:alert(1)',
    'java\nscript:alert(1)',
    'java script:alert(1)',
    'javascript :alert(1)',
    'j\u200bava\u00adscript:alert(1)',
    '\u202ejavascript:alert(1)',
    '\ufeffjavascript:alert(1)',
    'ｊａｖａｓｃｒｉｐｔ：alert(1)',
    'vbscript:msgbox(1)',
    'VB\u0000Script:msgbox(1)',
    'data:text/html,<script>alert(1)</script>',
    'DATA:;base64,PHNjcmlwdD4=',
    'da\r\nta:text/html,x',
    'blob:https://site.example/0',
    'file:///etc/passwd',
    'about:blank',
    '',
    '   ',
    '\u200b\u2060',
    'http:x',
    'https:///a',
    'https:\\\\files.example',
  ])('may not be %j', (url) => expect(takes(url)).toBe(false))
})

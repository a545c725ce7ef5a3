import { describe, expect, it } from 'vitest'
import { linkTarget } from './link-target.ts'

const origin = 'https://ctf.example'

describe('the target of an attachment', () => {
  it.each([
    ['/assets/abc/a%20b.zip', 'https://ctf.example/assets/abc/a%20b.zip', true, 'a b.zip'],
    ['files/a.zip', 'https://ctf.example/files/a.zip', true, 'a.zip'],
    ['../a.zip?x=1', 'https://ctf.example/a.zip?x=1', true, 'a.zip'],
    ['/files/100%', 'https://ctf.example/files/100%', true, '100%'],
    ['//files.example/a.zip', 'https://files.example/a.zip', false, 'a.zip'],
    ['https://files.example/', 'https://files.example/', false, 'https://files.example/'],
    ['ftp://files.example/a.iso', 'ftp://files.example/a.iso', false, 'a.iso'],
    ['magnet:?xt=urn:btih:c12f', 'magnet:?xt=urn:btih:c12f', false, 'magnet:?xt=urn:btih:c12f'],
  ])('of %s is %s', (url, href, own, name) => {
    expect(linkTarget(url, origin)).toEqual({ href, own, name })
  })

  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001vbscript:x',
    'data:text/html,x',
    ' ',
    'https://a b/',
  ])('of %j is none', (url) => expect(linkTarget(url, origin)).toBeNull())
})

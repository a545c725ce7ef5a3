import { describe, expect, it } from 'vitest'
import { isOtherBuild } from './other-build.ts'

const page = (script: string): string =>
  `<html><script nonce="abc">const a = 1</script><script type="module" crossorigin src="${script}" nonce="abc"></script></html>`

describe('a page that the server gives out', () => {
  it('is of this build when it starts by the same script', () => {
    expect(isOtherBuild(page('/static/index.aaaa.js'), '/static/index.aaaa.js')).toBe(false)
  })

  it('is of another build when it starts by another one', () => {
    expect(isOtherBuild(page('/static/index.bbbb.js'), '/static/index.aaaa.js')).toBe(true)
  })

  it('says nothing when it is no page of ours', () => {
    for (const html of ['', '<h1>Hotel network</h1>', '<script>alert(1)</script>'])
      expect(isOtherBuild(html, '/static/index.aaaa.js')).toBe(false)
  })
})

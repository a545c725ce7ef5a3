import { describe, expect, it } from 'vitest'
import { nameIn } from './download.ts'

describe('the name of a download', () => {
  it.each([
    [`attachment; filename="a.zip"; filename*=UTF-8''%E6%9D%BF.zip`, '板.zip'],
    ['attachment; filename="a b.zip"', 'a b.zip'],
    ['attachment; filename=plain.zip', 'plain.zip'],
    [`attachment; filename="a.zip"; filename*=UTF-8''%E6%ZZ`, 'a.zip'],
  ])('is found in %s', (header, name) => {
    expect(nameIn(header)).toBe(name)
  })

  it.each([null, 'attachment', 'inline; foo=bar'])('is not there in %s', (header) => {
    expect(nameIn(header)).toBeNull()
  })
})

import { describe, expect, it } from 'vitest'
import { readFlagLines, readLinkLines } from './flag-lines.ts'

describe('lines of flags', () => {
  it('are read one by one, without what is blank', () => {
    expect(readFlagLines('flag{a}\r\n\n  flag{b b}\t\nflag{c}', [])).toEqual({
      flags: ['flag{a}', 'flag{b b}', 'flag{c}'],
      bad: [],
    })
  })

  it('are refused where a flag is too long, comes twice or is there already', () => {
    const long = `flag{${'x'.repeat(122)}}`
    expect(readFlagLines(`flag{a}\n${long}\nflag{a}\nflag{old}`, ['flag{old}'])).toEqual({
      flags: ['flag{a}'],
      bad: [
        { line: 2, text: long, why: 'long' },
        { line: 3, text: 'flag{a}', why: 'twice' },
        { line: 4, text: 'flag{old}', why: 'known' },
      ],
    })
  })
})

describe('lines of flags with links', () => {
  it('end with the link, whatever stands in the flag', () => {
    const text = 'flag{a} https://files.example/a.zip\nflag{b b}\thttp://x.example/\nflag{c} files/c.zip'
    expect(readLinkLines(text, [])).toEqual({
      linked: [
        { flag: 'flag{a}', url: 'https://files.example/a.zip' },
        { flag: 'flag{b b}', url: 'http://x.example/' },
        { flag: 'flag{c}', url: 'files/c.zip' },
      ],
      bad: [],
    })
  })

  it('are refused without a link, with one that leads nowhere, and twice', () => {
    const text = 'flag{a}\nflag{b} javascript:b\nflag{c} https://c.example/\nflag{c} https://d.example/'
    expect(readLinkLines(text, [])).toEqual({
      linked: [{ flag: 'flag{c}', url: 'https://c.example/' }],
      bad: [
        { line: 1, text: 'flag{a}', why: 'noUrl' },
        { line: 2, text: 'flag{b} javascript:b', why: 'url' },
        { line: 4, text: 'flag{c} https://d.example/', why: 'twice' },
      ],
    })
  })
})

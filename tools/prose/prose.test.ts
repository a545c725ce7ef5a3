import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkProse } from './check-prose.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'prose-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
  writeFileSync(path.join(root, file), text)
}
const catalogue = (texts: Record<string, string>): void =>
  write('packages/i18n/locales/en-US/web.json', JSON.stringify(texts))

describe('the prose of the English texts and the manuals', () => {
  it('has no word that reads translated', () => {
    catalogue({ 'a.b': 'Whoever cannot load it', 'a.c': 'Anyone who can’t load it' })
    write('docs/organizer/README.md', 'First line\n\nThe picture is handed in at once.\n')
    expect(checkProse(root, {})).toEqual([
      'docs/organizer/README.md:3  “picture”: say image',
      'docs/organizer/README.md:3  “handed in”: say submit',
      'docs/organizer/README.md:3  “at once”: say right away',
      'packages/i18n/locales/en-US/web.json  a.b  “Whoever”: say anyone who',
      'packages/i18n/locales/en-US/web.json  a.b  “cannot”: say can’t',
    ])
  })

  it.each([
    ['code', '```sh\ncat picture\n```\nRun `mend --anew`.'],
    ['a path or a link', 'See [the page](pictures/anew.png) and https://example.org/picture'],
    ['a longer word', 'An amendment of the commander'],
  ])('may have it in %s', (_, text) => {
    write('README.md', text)
    expect(checkProse(root, {})).toEqual([])
  })

  it.each(['docs/adr/0001-x.md', 'packages/i18n/locales/de-DE/web.json', 'src/a.md'])('is not %s', (file) => {
    write(file, file.endsWith('json') ? '{"a":"anew"}' : 'anew')
    expect(checkProse(root, {})).toEqual([])
  })

  it('has exceptions by key, as long as they are needed', () => {
    catalogue({ 'a.b': 'Build it anew' })
    write('README.md', 'Somebody wrote this.')
    const exceptions = { 'a.b': 'a quotation', 'README.md: Somebody wrote this.': 'a quotation' }
    expect(checkProse(root, exceptions)).toEqual([])
    catalogue({ 'a.b': 'Build it again' })
    expect(checkProse(root, exceptions)).toEqual(['a.b  no longer needs an exception'])
  })
})

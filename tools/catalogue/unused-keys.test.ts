import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { readCatalogue } from './read-catalogue.mjs'
import { readNames, unusedKeys } from './unused-keys.mjs'

const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

const unused = (keys: readonly string[], files: Record<string, string>): string[] => {
  const folder = mkdtempSync(path.join(tmpdir(), 'names-'))
  folders.push(folder)
  for (const [name, source] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), source)
  }
  const texts = Object.fromEntries(keys.toSorted().map((key) => [key, 'Text']))
  const { catalogue } = readCatalogue('web.json', JSON.stringify(texts))
  return unusedKeys(catalogue, readNames(folder)).map(({ text }) => text.split(':')[0] ?? '')
}

describe('the texts that nothing asks for', () => {
  it('are those that no source names', () => {
    const files = { 'a.tsx': `export const A = () => <p title={t('team.full')}>{t("team.gone")}</p>` }
    expect(unused(['team.full', 'team.gone', 'team.lost'], files)).toEqual(['team.lost'])
  })

  it('are not those that a template could become', () => {
    const files = { 'deep/b.ts': 'export const b = (x: string) => [t(`role.${x}`), t(`${x}`), t(`a`)]' }
    expect(unused(['role.Admin', 'rolex', 'other.key'], files)).toEqual(['other.key', 'rolex'])
  })

  it('count a plural once, by its name without the form', () => {
    const files = { 'c.ts': `t('team.size', { count })` }
    expect(unused(['team.size_one', 'team.size_other', 'team.rank_one', 'team.rank_other'], files)).toEqual([
      'team.rank',
    ])
  })

  it('are unused as well when only a test names them', () => {
    expect(unused(['team.full'], { 'd.test.ts': `t('team.full')` })).toEqual(['team.full'])
  })
})

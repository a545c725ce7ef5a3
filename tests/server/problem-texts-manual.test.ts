import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { manualPage, manualText } from '../kit/manual.ts'

const root = new URL('../../', import.meta.url)

const firstCells = (page: string, head: string): string[] => {
  const [, table = ''] = new RegExp(`^\\| ${head} [^]*?\\n((?:\\|.*\\n)+)`, 'm').exec(page) ?? []
  return [...table.matchAll(/^\| (?!-)([^|]+?) +\|/gm)].map(([, cell = '']) => cell)
}

describe('the words that the organizer’s manual explains', () => {
  let problems: Set<string>
  beforeAll(async () => {
    const file = new URL('packages/i18n/locales/en-US/problem.json', root)
    problems = new Set(Object.values(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>))
  })

  it('are those that players read', async () => {
    const said = firstCells(await manualPage('organiser/instances.md'), 'Players see')
    expect(said.length).toBeGreaterThan(5)
    expect(said.filter((words) => !problems.has(words))).toEqual([])
  })

  it('are also those that the operator’s manual quotes', async () => {
    const quoted = [...(await manualText('operator/instances.md')).matchAll(/“([^”]+\.)”/g)]
    const all = [...problems]
    expect(quoted.length).toBeGreaterThan(1)
    expect(quoted.filter(([, words = '']) => !all.some((problem) => problem.endsWith(words)))).toEqual([])
  })
})

it('the words that the tunnel’s manual explains are those that the tunnel says', async () => {
  const folder = new URL('apps/tunnel/src/', root)
  const files = await readdir(fileURLToPath(folder), { recursive: true })
  const sources = files.filter((file) => /(?<!\.test)\.ts$/.test(file))
  const said = (await Promise.all(sources.map((file) => readFile(new URL(file, folder), 'utf8')))).join()
  const text = await manualText('tunnel.md')
  const table = text.slice(text.indexOf('## Troubleshooting'), text.indexOf('A connection ends when'))
  const rows = [...table.matchAll(/\| `([^`]+)`(?: \(403\))? +\|/g)].map(([, words = '']) => words)
  expect(rows.length).toBeGreaterThan(6)
  const unsaid = rows.filter((words) => {
    const parts = words.split(' … ')
    return !parts.every((part) => said.includes(part))
  })
  expect(unsaid).toEqual([])
})

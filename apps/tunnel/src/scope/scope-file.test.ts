import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { createScopeFile, type ScopeFile } from './scope-file.ts'
import type { Scope } from './scope.ts'

const scope: Scope = {
  host: 'https://ctf.example',
  name: 'Harbour',
  state: 'allowed',
  features: ['basic', 'pingfall'],
  settings: { pingfall: { status: [404], drop_unknown: false } },
}

let folder = ''
let file: ScopeFile
const at = (name: string): string => path.join(folder, 'own', name)

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'scopes-'))
  file = createScopeFile({ folder: path.join(folder, 'own'), now: () => new Date(0) })
  onTestFinished(() => rm(folder, { recursive: true }))
})

it('gives back what was written, and is for its owner alone', async () => {
  await file.write([scope])
  expect(await file.read()).toEqual({ scopes: [scope], damagedCopy: null })
  expect((await stat(at('scopes.json'))).mode & 0o777).toBe(0o600)
  expect((await stat(path.join(folder, 'own'))).mode & 0o777).toBe(0o700)
  expect(await readdir(path.join(folder, 'own'))).toEqual(['scopes.json'])
})

it('is empty before anything was written', async () => {
  expect(await file.read()).toEqual({ scopes: [], damagedCopy: null })
})

it.each([
  '',
  '{"scopes": [',
  '[]',
  'null',
  '{"scopes": {}}',
  JSON.stringify({ scopes: [{ ...scope, state: 'maybe' }] }),
  JSON.stringify({ scopes: [{ ...scope, host: '' }] }),
  JSON.stringify({ scopes: [scope, { ...scope, host: 'https://b.example', features: 3 }] }),
])('is set aside when it is damaged: %s', async (text) => {
  await file.write([])
  await writeFile(at('scopes.json'), text)
  const { scopes, damagedCopy } = await file.read()
  expect(scopes).toEqual([])
  expect(damagedCopy).toBe(at('scopes.json.damaged-1970-01-01T00-00-00-000Z'))
  expect(await readFile(damagedCopy ?? '', 'utf8')).toBe(text)
  expect(await file.read()).toEqual({ scopes: [], damagedCopy: null })
})

it('stays as it was when a new one cannot be written', async () => {
  await file.write([scope])
  const strange = [
    {
      ...scope,
      toJSON: () => {
        throw new Error('full')
      },
    },
  ]
  await expect(file.write(strange)).rejects.toThrow('full')
  expect((await file.read()).scopes).toEqual([scope])
  expect(await readdir(path.join(folder, 'own'))).toEqual(['scopes.json'])
})

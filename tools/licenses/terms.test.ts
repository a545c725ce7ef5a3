import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { listOf, refusals, thirdParties } from './terms.mjs'

const root = path.join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const refused = (name: string, license?: string): number =>
  refusals(
    thirdParties({
      packages: { [`node_modules/${name}`]: { version: '1.0.0', ...(license && { license }) } },
    }),
  ).length

describe('the licenses of what an installation runs', () => {
  it('are named in the list, all of them', () => {
    const parties = thirdParties(JSON.parse(read('package-lock.json')))
    expect(parties.length).toBeGreaterThan(200)
    expect(refusals(parties)).toEqual([])
    expect(read('THIRD-PARTY.md')).toBe(listOf(parties))
  })

  it('leave out our own packages and what only tests and builds need', () => {
    const packages = {
      '': { version: '0.1.0' },
      'node_modules/own': { link: true },
      'node_modules/test-only': { version: '1.0.0', license: 'GPL-3.0', dev: true },
      'node_modules/a/node_modules/b': { version: '2.0.0', license: 'MIT' },
      'node_modules/b': { version: '2.0.0', license: 'MIT' },
    }
    expect(thirdParties({ packages })).toEqual([{ name: 'b', version: '2.0.0', license: 'MIT' }])
  })

  it.each([
    ['MIT', 0],
    ['(MPL-2.0 OR Apache-2.0)', 0],
    ['Apache-2.0 AND MIT', 0],
    ['GPL-3.0-only', 1],
    ['Apache-2.0 AND GPL-3.0-only', 1],
    ['LGPL-3.0-or-later', 1],
    ['Custom', 1],
    [undefined, 1],
  ])('%s: %i refused', (license, count) => {
    expect(refused('some', license)).toBe(count)
  })

  it('allow LGPL for libvips alone', () => {
    expect(refused('@img/sharp-libvips-linux-x64', 'LGPL-3.0-or-later')).toBe(0)
    expect(refused('@img/sharp-libvips-linux-x64', 'GPL-3.0-only')).toBe(1)
  })
})

describe('our own license', () => {
  it('is named in every package', () => {
    const lock: { packages: Record<string, { link?: boolean; resolved?: string }> } = JSON.parse(
      read('package-lock.json'),
    )
    const workspaces = Object.values(lock.packages).flatMap(({ link, resolved }) =>
      link && resolved ? [resolved] : [],
    )
    expect(workspaces.length).toBeGreaterThan(5)
    for (const folder of ['.', ...workspaces])
      expect([folder, JSON.parse(read(path.join(folder, 'package.json'))).license]).toEqual([
        folder,
        'Apache-2.0',
      ])
    expect(read('LICENSE')).toContain('Apache License')
  })
})

import { describe, expect, it } from 'vitest'
import { anything, check, lint } from './fixture-tree.ts'

const filesOf = (lines: readonly string[]): string[] => lines.map((line) => line.split(': ')[0] ?? '')

describe('import circles', () => {
  it('are refused, in every file of theirs, for values and for types alone, however many there are', () => {
    const faults = lint({
      'rules/a.ts': `export const a = 1\nimport './b.ts'`,
      'rules/b.ts': `import './c.ts'`,
      'rules/c.ts': `import { a } from './a.ts'\nexport const c = a`,
      'rules/self.ts': `import './self.ts'`,
      'rules/way.ts': `import './one.ts'\nimport './other.ts'`,
      'rules/one.ts': `import './other.ts'`,
      'rules/other.ts': anything,
      'contract/game.ts': `import type { Team } from './team.ts'\nexport type Game = { teams: Team[] }`,
      'contract/team.ts': `import type { Game } from './game.ts'\nexport type Team = { game: Game }`,
    })
    expect(faults.every((fault) => fault.includes('Dependency cycle detected'))).toBe(true)
    expect(filesOf(faults)).toEqual([
      'packages/contract/src/game.ts:1:27',
      'packages/contract/src/team.ts:1:27',
      'packages/rules/src/a.ts:2:8',
      'packages/rules/src/b.ts:1:8',
      'packages/rules/src/c.ts:1:19',
      'packages/rules/src/self.ts:1:8',
    ])
  })

  it('are refused when one arrow is lazy', () => {
    expect(
      check({
        'rules/a.ts': `export const b = () => import('./b.ts')`,
        'rules/b.ts': `import './c.ts'`,
        'rules/c.ts': `import './a.ts'`,
      }),
    ).toEqual(['packages/rules/src/a.ts:1  circle: rules/a.ts → rules/b.ts → … → rules/a.ts'])
    expect(
      check({
        'rules/a.ts': `export type B = import('./b.ts').B`,
        'rules/b.ts': `import type { B } from './a.ts'`,
      }),
    ).toHaveLength(1)
  })

  it('cannot hide behind the name of the package', () => {
    expect(check({ 'rules/a.ts': `import '@pennant/rules/b'`, 'rules/b.ts': `import './a.ts'` })).toEqual([
      expect.stringContaining('its own package: import it by its path'),
    ])
  })

  it('are not seen where two ways lead to the same file', () => {
    const lazily = { 'rules/a.ts': `import './b.ts'\nvoid import('./c.ts')`, 'rules/b.ts': `import './c.ts'` }
    expect(check({ ...lazily, 'rules/c.ts': anything })).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { anything, check } from './fixture-tree.ts'

describe('import circles', () => {
  it('are refused, with the way round', () => {
    const faults = check({
      'rules/a.ts': `export const a = 1\nimport './b.ts'`,
      'rules/b.ts': `import './c.ts'`,
      'rules/c.ts': `import { a } from './a.ts'`,
    })
    expect(faults).toEqual([
      'packages/rules/src/a.ts:2  circle: rules/a.ts → rules/b.ts → rules/c.ts → rules/a.ts',
    ])
  })

  it('are refused for types alone', () => {
    const faults = check({
      'contract/game.ts': `import type { Team } from './team.ts'\nexport type Game = { teams: Team[] }`,
      'contract/team.ts': `import type { Game } from './game.ts'\nexport type Team = { game: Game }`,
    })
    expect(faults).toEqual([
      expect.stringContaining('circle: contract/game.ts → contract/team.ts → contract/game.ts'),
    ])
  })

  it('are refused when one arrow is lazy or goes by the name of the package', () => {
    expect(
      check({ 'rules/a.ts': `export const b = () => import('./b.ts')`, 'rules/b.ts': `import './a.ts'` }),
    ).toHaveLength(1)
    expect(
      check({ 'rules/a.ts': `import '@pennant/rules/b'`, 'rules/b.ts': `import './a.ts'` }),
    ).toHaveLength(1)
  })

  it('are refused when a file imports itself', () => {
    expect(check({ 'rules/a.ts': `import './a.ts'` })).toEqual([
      expect.stringContaining('circle: rules/a.ts → rules/a.ts'),
    ])
  })

  it('are reported once for each knot, with its size', () => {
    const faults = check({
      'rules/a.ts': `import './b.ts'`,
      'rules/b.ts': `import './a.ts'\nimport './c.ts'`,
      'rules/c.ts': `import './b.ts'`,
      'rules/x.ts': `import './y.ts'`,
      'rules/y.ts': `import './x.ts'`,
    })
    expect(faults).toHaveLength(2)
    expect(faults[0]).toContain('a.ts → rules/b.ts → rules/a.ts; 3 files hang together')
    expect(faults[1]).toContain('x.ts → rules/y.ts → rules/x.ts')
  })

  it('are not seen where two ways lead to the same file', () => {
    expect(
      check({
        'rules/a.ts': `import './b.ts'\nimport './c.ts'`,
        'rules/b.ts': `import './c.ts'`,
        'rules/c.ts': anything,
      }),
    ).toEqual([])
  })
})

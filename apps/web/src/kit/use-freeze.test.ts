import { describe, expect, it } from 'vitest'
import { freezeStateOf } from './use-freeze.ts'

describe('what is said of a freeze', () => {
  it.each([
    ['nothing without one', {}, {}, null],
    ['when it comes', { freezeAt: 200 }, {}, { kind: 'planned', at: 200 }],
    ['nothing until the answer knows it', { freezeAt: 100 }, {}, null],
    ['since when', { freezeAt: 100 }, { frozenAt: 100 }, { kind: 'frozen', at: 100 }],
    [
      'that teams are hidden',
      { freezeAt: 100 },
      { frozenAt: 100, hidden: true },
      { kind: 'hidden', at: 100 },
    ],
    [
      'what the answer says, not what was planned',
      { freezeAt: 200 },
      { frozenAt: 90 },
      { kind: 'frozen', at: 90 },
    ],
  ] as const)('%s', (_, game, shown, state) => {
    expect(freezeStateOf(game, shown, 100)).toEqual(state)
  })
})

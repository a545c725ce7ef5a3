import { describe, expect, it } from 'vitest'
import { needsFlags, runsContainers } from './container.ts'

describe('kinds of challenges', () => {
  it.each([
    ['StaticAttachment', false, true],
    ['StaticContainer', true, true],
    ['DynamicAttachment', false, true],
    ['DynamicContainer', true, false],
  ] as const)('%s', (type, containers, flags) => {
    expect([runsContainers(type), needsFlags(type)]).toEqual([containers, flags])
  })
})

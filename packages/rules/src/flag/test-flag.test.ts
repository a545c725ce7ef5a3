import { describe, expect, it } from 'vitest'
import { testFlag } from './test-flag.ts'

const sources = { pick: () => 0, guid: () => '3f2504e0-4f89-41d3-9a0c-0305e82c3301' }
const flagOf = (type: Parameters<typeof testFlag>[0]['type'], flagTemplate: string | null): string | null =>
  testFlag({ type, flagTemplate }, sources)

describe('the flag of a container for trying out', () => {
  it.each(['StaticAttachment', 'StaticContainer'] as const)('does not exist for a %s', (type) => {
    expect(flagOf(type, 'flag{[GUID]}')).toBeNull()
    expect(flagOf(type, null)).toBeNull()
  })

  it.each(['DynamicAttachment', 'DynamicContainer'] as const)('of a %s follows its template', (type) => {
    expect(flagOf(type, 'flag{[TEAM_HASH]_[GUID]}')).toBe(
      'flag{TestTeamHash_3f2504e0-4f89-41d3-9a0c-0305e82c3301}',
    )
    expect(flagOf(type, '[LEET]flag{A B}')).toBe('flag{a_b}')
  })

  it.each([null, '', ' '])('says what it is where there is no template (%j)', (template) => {
    expect(flagOf('DynamicContainer', template)).toBe('flag{PENNANT_dynamic_flag_test}')
  })
})

import { describe, expect, it } from 'vitest'
import { compatibleTeamText, defaultTeamText, isTeamText, signedTeamText } from './team-token.ts'

describe('the text that team tokens sign', () => {
  it('is PENNANT_TEAM_ and the number of the team where a game sets none', () => {
    expect(signedTeamText(7)).toBe('PENNANT_TEAM_7')
    expect(signedTeamText(7, null)).toBe('PENNANT_TEAM_7')
    expect(signedTeamText(7, defaultTeamText)).toBe('PENNANT_TEAM_7')
  })

  it('has the number of the team in the place of {id}', () => {
    expect(signedTeamText(12, compatibleTeamText)).toBe('GZCTF_TEAM_12')
    expect(signedTeamText(12, 'team {id} of ours')).toBe('team 12 of ours')
    expect(signedTeamText(12, '$&{id}$1')).toBe('$&12$1')
  })

  it.each([defaultTeamText, compatibleTeamText, '{id}', '{{id}}', 'a b {id}', `${'x'.repeat(60)}{id}`])(
    'can be %j',
    (text) => {
      expect(isTeamText(text)).toBe(true)
    },
  )

  it.each([
    '',
    'TEAM',
    'TEAM_{ID}',
    'TEAM_{ id }',
    '{id}{id}',
    'TEAM_{id}_{id}',
    ' TEAM_{id}',
    'TEAM_{id} ',
    'TEAM_{id}\n',
    'TEAM\t{id}',
    'TEAM\0{id}',
    'TEAM\u007f{id}',
    'É_{id}',
    '\u202eTEAM_{id}',
    `${'x'.repeat(61)}{id}`,
  ])('can not be %j', (text) => {
    expect(isTeamText(text)).toBe(false)
  })
})

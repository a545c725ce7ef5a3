import { describe, expect, it } from 'vitest'
import { addressBytes } from './address.ts'
import { metadataRecord, metadataText } from './metadata.ts'

const about = {
  challengeId: 12,
  challengeTitle: 'Žába & <b>"\\</b> 🏁',
  teamId: 34,
  teamName: '第一\n队',
  runtimeId: 'f00d',
  flag: null,
}

describe('the metadata of a capture', () => {
  it('is written as the wire has it, with nothing escaped that need not be', () => {
    expect(metadataText(about)).toBe(
      [
        '{',
        '  "Challenge": "Žába & <b>\\"\\\\</b> 🏁",',
        '  "ChallengeId": 12,',
        '  "Team": "第一\\n队",',
        '  "TeamId": 34,',
        '  "ContainerId": "f00d",',
        '  "Flag": null',
        '}',
      ].join('\n'),
    )
    expect(metadataText({ ...about, flag: 'flag{x}' })).toContain('  "Flag": "flag{x}"\n}')
  })

  it('is sent from nowhere to the client', () => {
    const record = metadataRecord(Buffer.from('text'), addressBytes('192.0.2.1'), 0)
    expect(Buffer.from(record.subarray(16)).toString('hex')).toMatch(
      /^(0011){6}86dd60000000000c1140(00){26}ffffc0000201ffff2711000c[\da-f]{4}74657874$/,
    )
  })
})

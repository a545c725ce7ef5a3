import type { RecordKind } from '@pennant/contract/enums'

/** Of what the change log holds, those that boards rest on. */
export const recordedMembers = {
  Game: ['start', 'end', 'bloodBonus'],
  Division: ['name', 'defaultPermissions', 'challengeConfigs'],
  Challenge: [
    ...['title', 'category', 'originalScore', 'minScoreRate', 'difficulty'],
    ...['deadlineUtc', 'disableBloodBonus', 'isEnabled', 'position'],
  ],
  Participation: ['status', 'divisionId'],
} as const satisfies Record<RecordKind, readonly string[]>

/** Of changes of several objects at once, and of a team that joins. */
const around = ['challenges', 'participations', 'teamId']

export const readMembers: readonly string[] = [...Object.values(recordedMembers).flat(), ...around]

import { testPassword } from '../../kit/world.ts'
import { unique } from './setup.ts'

export const newAccount = () => ({
  userName: `a${unique()}`,
  password: testPassword,
  email: `${unique()}@players.example`,
})
export const newsOf = () => ({ title: 'News', summary: 'short', content: 'long', tags: ['one', 'two'] })
export const gameOf = () => ({
  title: 'Game',
  hidden: true,
  summary: 'short',
  content: 'long',
  acceptWithoutReview: true,
  writeupRequired: true,
  inviteCode: 'code',
  teamMemberCountLimit: 4,
  containerCountLimit: 2,
  practiceMode: false,
  start: 1_700_000_000_000,
  end: 1_800_000_000_000,
  writeupDeadline: 1_800_000_000_000,
  writeupNote: 'as a PDF',
  bloodBonus: 314_726_450,
})
export const divisionOf = (challengeId: number) => ({
  name: 'Division',
  inviteCode: 'code',
  defaultPermissions: 7943,
  challengeConfigs: [{ challengeId, permissions: 256 }],
})
export const challengeOf = () => ({
  title: 'Challenge',
  content: 'long',
  category: 'Web',
  flagTemplate: 'flag{[GUID]}',
  hints: ['one', 'two'],
  isEnabled: true,
  fileName: 'given.zip',
  deadlineUtc: 1_800_000_000_000,
  enableAtUtc: 1_800_000_000_000,
  submissionLimit: 10,
  containerImage: 'registry.example/box:1',
  memoryLimit: 64,
  cpuCount: 1,
  storageLimit: 256,
  exposePort: 80,
  networkMode: 'Open',
  enableTrafficCapture: true,
  disableBloodBonus: true,
  originalScore: 500,
  minScoreRate: 0.5,
  difficulty: 5,
  allowUserChange: true,
  checkByConnecting: false,
  level: 'Hard',
  tags: ['RSA'],
  authors: ['Ada'],
})
export const watchedBy = {
  team: 1,
  user: '018f0000-0000-7000-8000-000000000000',
  challenge: 1,
  from: 1_700_000_000_000,
  to: 1_800_000_000_000,
  search: '50%_',
  detail: true,
}
export const settings = {
  accountPolicy: {
    allowRegister: true,
    activeOnRegister: true,
    useCaptcha: false,
    emailConfirmationRequired: true,
    emailDomainList: '',
  },
  globalConfig: {
    title: 'Title',
    slogan: 'Slogan',
    description: 'Description',
    footerInfo: 'Footer',
    customTheme: '#112233',
    apiEncryption: false,
  },
  containerPolicy: {
    autoDestroyOnLimitReached: false,
    maxExerciseContainerCountPerUser: 1,
    defaultLifetime: 120,
    extensionDuration: 120,
    renewalWindow: 10,
  },
}

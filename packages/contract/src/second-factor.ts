import { limits } from './limit.ts'
import { route } from './route.ts'
import { Int32, List, Model, Nullable, Optional, Str, Text, Time } from './schema.ts'

/** Whose accounts need a second factor. Staff are administrators and monitors. */
export const factorDemands = { NoOne: 0, Administrators: 1, Staff: 2 } as const
export type FactorDemand = keyof typeof factorDemands

const password = Text({ required: true, max: limits.passwordField, secret: true })
/** From the app or a recovery code, as people type it. */
export const factorCode = Text({ required: true, max: limits.factorCode, secret: true })

const RecoveryCodes = Model({ recoveryCodes: List(Str) })
const proof = Model({ password, code: factorCode })
const passwordProblems = ['password.unreadable', 'account.oldPasswordWrong', 'account.tryLater'] as const
const proofProblems = [...passwordProblems, 'secondFactor.none', 'secondFactor.codeWrong'] as const

export const readSecondFactor = route({
  id: 'secondFactor.read',
  method: 'GET',
  path: '/api/account/second-factor',
  summary: 'Get whether your account has a second factor',
  access: 'user',
  withoutFactor: true,
  answer: Model({
    setUpAt: Nullable(Time),
    recoveryCodes: Int32,
    /** Set while your role needs a second factor: you have until then. */
    dueBy: Optional(Time),
  }),
})

export const beginSecondFactor = route({
  id: 'secondFactor.begin',
  method: 'POST',
  path: '/api/account/second-factor/begin',
  summary: 'Get a secret for your authenticator app',
  access: 'user',
  withoutFactor: true,
  body: Model({ password }),
  answer: Model({ secret: Str, uri: Str, setup: Str }),
  problems: [...passwordProblems, 'secondFactor.isSet'],
})

export const confirmSecondFactor = route({
  id: 'secondFactor.confirm',
  method: 'POST',
  path: '/api/account/second-factor',
  summary: 'Set up the second factor with a code of the app, which ends your other sessions',
  access: 'user',
  withoutFactor: true,
  body: Model({ setup: Text({ required: true, max: limits.factorSetup, secret: true }), code: factorCode }),
  answer: RecoveryCodes,
  problems: ['secondFactor.isSet', 'secondFactor.setupOver', 'secondFactor.codeWrong'],
})

export const removeSecondFactor = route({
  id: 'secondFactor.remove',
  method: 'POST',
  path: '/api/account/second-factor/remove',
  summary: 'Remove your second factor',
  access: 'user',
  body: proof,
  answer: 'nothing',
  problems: proofProblems,
})

export const renewRecoveryCodes = route({
  id: 'secondFactor.renewCodes',
  method: 'POST',
  path: '/api/account/second-factor/recovery-codes',
  summary: 'Replace your recovery codes',
  access: 'user',
  body: proof,
  answer: RecoveryCodes,
  problems: proofProblems,
})

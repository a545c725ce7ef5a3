import { limits } from './limit.ts'
import { nameProblems } from './problem.ts'
import { route } from './route.ts'
import { Flag, Maybe, Model, Optional, Text } from './schema.ts'

export const setupStatus = route({
  id: 'setup.status',
  method: 'GET',
  path: '/api/setup',
  summary: 'Check whether the first administrator is missing',
  access: 'anonymous',
  open: 'always',
  answer: Model({
    needed: Flag,
    addressNeeded: Optional(Flag),
    named: Optional(Flag),
  }),
})

export const setupAdministrator = route({
  id: 'setup.administrator',
  method: 'POST',
  path: '/api/setup',
  summary: 'Create the first administrator and log in',
  access: 'anonymous',
  limit: 'register',
  body: Model({
    token: Text({ required: true, max: 128, secret: true }),
    userName: Text({ required: true, line: true, ...limits.userName }),
    password: Text({ required: true, max: limits.passwordField, secret: true }),
    email: Text({ required: true, max: limits.email, format: 'email', line: true }),
    /** Kept as a setting, unless the operator has configured an address. */
    address: Maybe(Text({ max: limits.siteAddress, line: true })),
    /** Null and blank keep the current title. */
    title: Maybe(Text({ max: limits.platformTitle, line: true })),
    titleSuffix: Maybe(Text({ max: limits.titleSuffix, line: true })),
    slogan: Maybe(Text({ max: limits.slogan })),
  }),
  answer: 'nothing',
  problems: [
    'setup.done',
    'setup.tokenWrong',
    'password.unreadable',
    'password.tooShort',
    'password.tooLong',
    'password.needsDigit',
    'password.needsLower',
    'password.needsUpper',
    ...nameProblems,
    'account.nameTaken',
    'account.nameAt',
    'account.emailTaken',
    'setting.address',
  ],
})

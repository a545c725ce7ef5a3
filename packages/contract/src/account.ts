import { RegisterStatus, Role } from './enums.ts'
import { limits } from './limit.ts'
import { nameProblems } from './problem.ts'
import { route } from './route.ts'
import {
  Flag,
  Guid,
  Int32,
  Maybe,
  Model,
  Nullable,
  Optional,
  Str,
  Text,
  Time,
  type Static,
} from './schema.ts'
import { factorCode } from './second-factor.ts'

const captchaAnswer = { challenge: Maybe(Text({ max: limits.captchaAnswer })) }
const password = Text({ required: true, max: limits.passwordField, secret: true })
const email = Text({ required: true, max: limits.email, format: 'email', line: true })
const encodedEmail = Text({ required: true, max: limits.mailToken })
const mailToken = Text({ required: true, max: limits.mailToken, secret: true })

export const RegisterModel = Model({
  userName: Text({ required: true, line: true, ...limits.userName }),
  password,
  email,
  ...captchaAnswer,
  /** A path of this site to go on with once the address is confirmed. May hold an invite code. Extension. */
  returnTo: Maybe(Text({ line: true, max: limits.returnPath, secret: true })),
})
export const LoginModel = Model({
  userName: Text({ required: true, max: limits.email }),
  password,
  ...captchaAnswer,
})
export const RecoveryModel = Model({ email, ...captchaAnswer })
export const PasswordResetModel = Model({ password, email: encodedEmail, rToken: mailToken })
export const AccountVerifyModel = Model({ token: mailToken, email: encodedEmail })
export const PasswordChangeModel = Model({
  old: Text({ required: true, min: limits.password.min, max: limits.passwordField, secret: true }),
  new: Text({ required: true, min: limits.password.min, max: limits.passwordField, secret: true }),
})
export const MailChangeModel = Model({
  newMail: Text({ required: true, max: limits.email, format: 'email', line: true }),
})
export const ProfileUpdateModel = Model({
  userName: Maybe(Text({ required: true, line: true, ...limits.userName })),
  bio: Maybe(Text({ max: limits.bio })),
  phone: Maybe(Text({ max: limits.phone, format: 'phone' })),
  realName: Maybe(Text({ line: true, max: limits.realName })),
  stdNumber: Maybe(Text({ line: true, max: limits.studentNumber })),
})

export const ProfileUserInfoModel = Model({
  userId: Guid,
  role: Role,
  userName: Str,
  email: Str,
  bio: Str,
  phone: Nullable(Str),
  realName: Str,
  stdNumber: Str,
  avatar: Nullable(Str),
  /** Only in the answer of `account.session`: the role needs a second factor, to be set up by then. Extension. */
  secondFactorBy: Optional(Time),
})
export type ProfileUserInfo = Static<typeof ProfileUserInfoModel>

const RegisterAnswer = Model({ title: Str, data: RegisterStatus, status: Int32 })
const DoneAnswer = Model({ title: Str, status: Int32 })
const MailChangeAnswer = Model({ title: Str, data: Flag, status: Int32 })

const policy = [
  'password.tooShort',
  'password.tooLong',
  'password.needsDigit',
  'password.needsLower',
  'password.needsUpper',
] as const

export const register = route({
  id: 'account.register',
  method: 'POST',
  path: '/api/account/register',
  summary: 'Register an account',
  access: 'anonymous',
  withoutFactor: true,
  limit: 'register',
  captcha: true,
  body: RegisterModel,
  answer: RegisterAnswer,
  problems: [
    'account.registrationClosed',
    'captcha.failed',
    'account.emailDomain',
    'password.unreadable',
    'account.emailTaken',
    ...policy,
    'account.nameTaken',
    'account.nameAt',
    ...nameProblems,
    'mail.notQueued',
  ],
})

export const recovery = route({
  id: 'account.recovery',
  method: 'POST',
  path: '/api/account/recovery',
  summary: 'Request a password reset link',
  access: 'anonymous',
  limit: 'register',
  captcha: true,
  body: RecoveryModel,
  answer: DoneAnswer,
  problems: [
    'captcha.failed',
    'account.emailUnknown',
    'account.emailUnconfirmed',
    'account.recoveryByAdmin',
    'mail.notQueued',
  ],
})

export const passwordReset = route({
  id: 'account.passwordReset',
  method: 'POST',
  path: '/api/account/passwordreset',
  summary: 'Set a new password with the link from the email',
  access: 'anonymous',
  limit: 'register',
  body: PasswordResetModel,
  answer: 'nothing',
  problems: ['password.unreadable', 'account.resetInvalid', ...policy],
})

export const verify = route({
  id: 'account.verify',
  method: 'POST',
  path: '/api/account/verify',
  summary: 'Confirm the email address and log in',
  access: 'anonymous',
  withoutFactor: true,
  body: AccountVerifyModel,
  answer: 'nothing',
  problems: [
    'account.verifyUnknown',
    'account.verifyInvalid',
    'account.banned',
    'account.nameTaken',
    'account.emailTaken',
    'login.secondFactor',
  ],
})

export const login = route({
  id: 'account.login',
  method: 'POST',
  path: '/api/account/login',
  summary: 'Log in with a username or an email address',
  access: 'anonymous',
  withoutFactor: true,
  captcha: true,
  body: LoginModel,
  answer: 'nothing',
  problems: [
    'captcha.failed',
    'password.unreadable',
    'account.credentials',
    'account.passwordUnknown',
    'account.banned',
    'account.tryLater',
    'login.secondFactor',
  ],
})

/** In the `data` of `login.secondFactor`. */
export type LoginTicket = { ticket: string; expiresAt: number }

/** Extension. */
export const loginSecond = route({
  id: 'account.loginSecond',
  method: 'POST',
  path: '/api/account/login/second',
  summary: 'Finish logging in to an account with a second factor',
  access: 'anonymous',
  withoutFactor: true,
  body: Model({ ticket: Text({ required: true, max: limits.mailToken, secret: true }), code: factorCode }),
  answer: 'nothing',
  problems: ['login.ticketOver', 'secondFactor.codeWrong', 'account.banned', 'account.tryLater'],
})

export const logout = route({
  id: 'account.logout',
  method: 'POST',
  path: '/api/account/logout',
  summary: 'Log out',
  access: 'session',
  withoutFactor: true,
  answer: 'nothing',
})

export const update = route({
  id: 'account.update',
  method: 'PUT',
  path: '/api/account/update',
  summary: 'Update your profile',
  access: 'user',
  body: ProfileUpdateModel,
  answer: 'nothing',
  problems: ['account.nameTaken', 'account.nameAt', ...nameProblems],
})

export const changePassword = route({
  id: 'account.changePassword',
  method: 'PUT',
  path: '/api/account/changepassword',
  summary: 'Change your password',
  access: 'user',
  body: PasswordChangeModel,
  answer: 'nothing',
  problems: ['password.unreadable', 'account.oldPasswordWrong', 'account.tryLater', ...policy],
})

export const changeEmail = route({
  id: 'account.changeEmail',
  method: 'PUT',
  path: '/api/account/changeemail',
  summary: 'Request a link that changes your email address',
  access: 'user',
  limit: 'register',
  body: MailChangeModel,
  answer: MailChangeAnswer,
  problems: ['account.emailTaken', 'account.emailDomain', 'account.emailChangeOff', 'mail.notQueued'],
})

export const mailChangeConfirm = route({
  id: 'account.mailChangeConfirm',
  method: 'POST',
  path: '/api/account/mailchangeconfirm',
  summary: 'Confirm the new email address',
  access: 'user',
  body: AccountVerifyModel,
  answer: 'nothing',
  problems: ['account.emailInvalid'],
})

export const profile = route({
  id: 'account.profile',
  method: 'GET',
  path: '/api/account/profile',
  summary: 'Get your profile',
  access: 'user',
  withoutFactor: true,
  answer: ProfileUserInfoModel,
})

export const session = route({
  id: 'account.session',
  method: 'GET',
  path: '/api/account/session',
  summary: 'Get your profile, or null if you are not logged in',
  access: 'anonymous',
  withoutFactor: true,
  open: 'withoutSession',
  answer: Model({
    profile: Nullable(ProfileUserInfoModel),
    /** The session dates from before the site moved to HTTPS, so the caller must log in again. */
    movedToHttps: Optional(Flag),
  }),
})

export const avatar = route({
  id: 'account.avatar',
  method: 'PUT',
  path: '/api/account/avatar',
  summary: 'Set your avatar',
  access: 'user',
  upload: { field: 'file', maxBytes: limits.imageBytes },
  answer: Str,
  problems: ['image.missing', 'image.empty', 'image.tooLarge', 'image.invalid'],
})

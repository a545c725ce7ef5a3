import { Problem } from '@pennant/contract/problem'
import { setupAdministrator } from '@pennant/contract/setup'
import { AdminUserInfoModel } from '@pennant/contract/user'
import { identityKey } from '@pennant/rules/account/identity'
import { siteAddress } from '../config/site-address.ts'
import { createAdministrators } from '../core/identity/administrators.ts'
import { countedAs } from '../http/address.ts'
import { compileDocumentReader } from '../kit/schema-reader.ts'
import { createLoginGuard } from '../modules/account/login-guard.ts'
import { createSetup } from '../modules/setup/service.ts'
import { createUsers, newPassword } from '../modules/user/service.ts'
import type { UserRow } from '../ports/database.ts'
import { type Installation, onInstallation } from './installation.ts'
import {
  done,
  expectConsent,
  finding,
  type Input,
  type Io,
  type Outcome,
  Refusal,
  type Verbs,
  wrongUsage,
} from './verb.ts'

const readAccount = compileDocumentReader(setupAdministrator.body)
const readUser = compileDocumentReader(AdminUserInfoModel)

const stdin = {
  flags: { 'password-stdin': { type: 'boolean' } },
  flagTexts: {
    'password-stdin': 'Read the password from standard input. Otherwise, one is generated and printed',
  },
} as const

export const adminVerbs: Verbs = {
  'admin create': {
    words: ['NAME'],
    flags: { email: { type: 'string' }, ...stdin.flags },
    flagTexts: { email: 'The email address, which counts as confirmed', ...stdin.flagTexts },
    summary: 'Create an administrator',
    async run(input, io) {
      const email = input.flags['email']
      if (typeof email !== 'string')
        throw wrongUsage('An administrator needs an email address.', 'Add --email.')
      const given = await passwordOf(input, io)
      return onInstallation(input, io, async ({ core, by }) => {
        const password = given ?? newPassword()
        const sent = readAccount({ token: '-', userName: input.words[0], password, email }, 'arguments')
        const { id } = await createAdministrators(core)({ ...sent, password }, () => by)
        core.journal.done(by, `Administrator ${sent.userName} created`)
        return withPassword(io, `Administrator ${sent.userName} created.`, given ?? null, password, { id })
      })
    },
  },

  'admin password': {
    words: ['NAME'],
    flags: stdin.flags,
    flagTexts: stdin.flagTexts,
    summary: "Set a user's password, and end the user's sessions",
    async run(input, io) {
      const given = await passwordOf(input, io)
      await expectConsent(input, io, `Replace the password of "${input.words[0]}" and end all its sessions?`)
      return onUser(input, io, async (installation, user) => {
        const { password } = await usersOf(installation).resetPassword(user.id, installation.by, given)
        return withPassword(io, `Password of ${user.name} set.`, given ?? null, password, { id: user.id })
      })
    },
  },

  'admin unlock': {
    words: ['NAME'],
    flags: { 'second-factor': { type: 'boolean' } },
    flagTexts: {
      'second-factor': 'Also remove the second factor, for a user who has lost it and the recovery codes',
    },
    summary: 'Let a user log in again after too many wrong passwords or codes',
    async run(input, io) {
      const removes = input.flags['second-factor'] === true
      if (removes) await expectConsent(input, io, `Remove the second factor of "${input.words[0]}"?`)
      return onUser(input, io, async (installation, user) => {
        const { core, by } = installation
        if (removes) await usersOf(installation).removeFactor(user.id, by)
        const guard = createLoginGuard(core, { countedAs })
        await core.audit.around(by, 'user.unlock', { id: user.id }, () => guard.lift(user.id))
        core.journal.done(by, `User ${user.name} unlocked`)
        const text = removes
          ? `${user.name} can log in again, without a code.`
          : `${user.name} can log in again.`
        return done(text, { id: user.id, secondFactorRemoved: removes })
      })
    },
  },

  'admin role': {
    words: ['NAME', 'ROLE'],
    flags: {},
    summary: "Change a user's role: Admin, Monitor, User, or Banned",
    async run(input, io) {
      const [name = '', given = ''] = input.words
      const { role } = readUser({ role: given }, 'arguments')
      if (role == null) throw wrongUsage('There is no such role.', 'Enter Admin, Monitor, User, or Banned.')
      await expectConsent(input, io, `Give "${name}" the role ${role}?`)
      return onUser(input, io, async (installation, user) => {
        await usersOf(installation).update(user.id, { role }, installation.by)
        return done(`${user.name} has the role ${role}.`, { id: user.id, before: user.role, role })
      })
    },
  },

  'admin logout': {
    words: ['NAME'],
    flags: {},
    summary: 'End all sessions of a user',
    async run(input, io) {
      await expectConsent(input, io, `End all sessions of "${input.words[0]}"?`)
      return onUser(input, io, async (installation, user) => {
        await usersOf(installation).endSessions(user.id, installation.by)
        return done(`${user.name} is logged out everywhere.`, { id: user.id })
      })
    },
  },

  'admin setup-link': {
    words: [],
    flags: {},
    summary: 'Print the link that creates the first administrator',
    run: (input, io) =>
      onInstallation(input, io, async ({ core, by, config }) => {
        const setup = createSetup(core)
        if (!(await setup.needed())) throw new Problem('setup.done')
        await core.audit.alone(by, 'setup.link', { id: null })
        const address = core.site.url() ?? siteAddress(config, config)
        const link = `${address}/setup?token=${await setup.token()}`
        return done(link, { link })
      }),
  },
}

const onUser = (
  input: Input,
  io: Io,
  work: (installation: Installation, user: UserRow) => Promise<Outcome>,
): Promise<Outcome> =>
  onInstallation(input, io, async (installation) => {
    const key = identityKey(input.words[0] ?? '')
    const found = await installation.core.users.byLogin(key)
    // A name comes before an address, which may be someone else's name.
    const user = found.find(({ name_key: name }) => name === key) ?? found[0]
    if (user === undefined) throw new Problem('user.notFound')
    return work(installation, user)
  })

const usersOf = ({ core }: Installation) => createUsers(core)

const passwordOf = async ({ flags }: Input, io: Io): Promise<string | undefined> => {
  if (flags['password-stdin'] !== true) return undefined
  io.say('Reading the password from standard input…')
  const text = (await io.read()).replace(/\r?\n$/, '')
  if (text === '' || /[\r\n]/.test(text))
    throw new Refusal(2, finding('error', 'password', 'command', 'Enter the password as one line.'))
  return text
}

/** A generated password is all that standard output has. */
const withPassword = (
  io: Io,
  text: string,
  given: string | null,
  password: string,
  result: object,
): Outcome => {
  if (given !== null) return done(text, { ...result, password: null })
  io.say(`${text} Its password is shown only now:`)
  return done(password, { ...result, password })
}

import * as wire from '@pennant/contract/account'
import type { RegisterStatus } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import type { Core } from '../../core/core.ts'
import { bind, type BoundRoute, type SessionCookie } from '../../http/bind.ts'
import { createLogin } from './login.ts'
import type { Confirmation } from './confirmation.ts'
import type { BegunSession, Principal } from '../../core/identity/caller.ts'
import type { AccountNeeds } from './needs.ts'
import { createProfile } from './profile.ts'
import { createRecovery } from './recovery.ts'
import { createRegistration } from './registration.ts'

const registered = {
  LoggedIn: 'account.registered',
  AdminConfirmationRequired: 'account.registeredNeedsAdmin',
  EmailConfirmationRequired: 'account.registeredNeedsMail',
} as const satisfies Readonly<Record<RegisterStatus, string>>

type Holder = { principal: Principal | null; cookie: SessionCookie }

export const accountRoutes = (
  needs: AccountNeeds,
  confirmation: Confirmation,
  translator: Core['translator'],
): BoundRoute[] => {
  const registration = createRegistration(needs)
  const recovery = createRecovery(needs)
  const profile = createProfile(needs)
  const login = createLogin(needs)
  const { sessions } = needs

  const replaceSession = async ({ principal, cookie }: Holder, session: BegunSession): Promise<void> => {
    if (principal !== null) await sessions.end(principal)
    cookie.begin(session)
  }

  return [
    bind(wire.register, async (call) => {
      if (!needs.settings.accountPolicy().allowRegister) throw new Problem('account.registrationClosed')
      await call.captcha()
      const { status, session } = await registration.register(call.body, call)
      if (session !== null) await replaceSession(call, session)
      return { title: translator.answer(call.language, registered[status]), data: status, status: 200 }
    }),
    bind(wire.recovery, async (call) => {
      await call.captcha()
      await recovery.sendReset(call.body.email, call)
      const said = needs.mailLeaves() ? 'account.recoverySent' : 'account.recoveryPassedOn'
      return { title: translator.answer(call.language, said), status: 200 }
    }),
    bind(wire.passwordReset, (call) => recovery.reset(call.body, call)),
    bind(wire.verify, async (call) => replaceSession(call, await confirmation.verify(call.body, call))),
    bind(wire.login, async (call) => {
      await call.captcha()
      await replaceSession(call, await login.first(call.body, call))
    }),
    bind(wire.loginSecond, async (call) => replaceSession(call, await login.second(call.body, call))),
    bind(wire.logout, async (call) => {
      await sessions.end(call.principal)
      call.cookie.end()
    }),
    bind(wire.update, async (call) => {
      const session = await profile.update(call.principal.userId, call.body, call)
      if (session !== null) call.cookie.begin(session)
    }),
    bind(wire.changePassword, async (call) => {
      const session = await profile.changePassword(call.principal.userId, call.body, call)
      call.cookie.begin(session)
    }),
    bind(wire.changeEmail, async (call) => {
      const sent = await recovery.sendChange(call.principal.userId, call.body.newMail, call)
      if (!sent) throw new Problem('account.emailChangeOff', {}, { data: false })
      const said = needs.mailLeaves() ? 'account.emailChangeSent' : 'account.emailChangePassedOn'
      return { title: translator.answer(call.language, said), data: true, status: 200 }
    }),
    bind(wire.mailChangeConfirm, async (call) => {
      const session = await recovery.confirmChange(call.principal.userId, call.body, call)
      call.cookie.begin(session)
    }),
    bind(wire.profile, (call) => profile.read(call.principal.userId)),
    bind(wire.session, async ({ principal, cookie }) => {
      if (principal?.role === 'Banned') throw new Problem('auth.banned')
      if (principal !== null) return { profile: await profile.readOwn(principal) }
      return { profile: null, ...(cookie.outdated ? { movedToHttps: true } : {}) }
    }),
    bind(wire.avatar, async (call) => {
      const { bytes } = await call.uploadedFile()
      return profile.setAvatar(call.principal.userId, bytes, call)
    }),
  ]
}

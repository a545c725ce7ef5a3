import * as wire from '@pennant/contract/account'
import { Problem } from '@pennant/contract/problem'
import type { RegisterStatus } from '@pennant/contract/enums'
import { bind, type Bound, type Principal } from '../../http/bind.ts'
import type { AccountNeeds } from './needs.ts'
import { createProfile } from './profile.ts'
import { createRecovery } from './recovery.ts'
import { createRegistration } from './registration.ts'

type Needs = AccountNeeds & { endSession: (principal: Principal) => Promise<void> }

const registered: Readonly<Record<RegisterStatus, string>> = {
  LoggedIn: 'account.registered',
  AdminConfirmationRequired: 'account.registeredNeedsAdmin',
  EmailConfirmationRequired: 'account.registeredNeedsMail',
}

export const accountRoutes = (needs: Needs): Bound[] => {
  const registration = createRegistration(needs)
  const recovery = createRecovery(needs)
  const profile = createProfile(needs)
  const { words } = needs

  return [
    bind(wire.register, async (call) => {
      if (!needs.settings.accountPolicy().allowRegister) throw new Problem('account.registrationClosed')
      await call.captcha()
      const { status, session } = await registration.register(call.body, call)
      if (session !== null) {
        if (call.principal !== null) await needs.endSession(call.principal)
        call.cookie.begin(session.token, session.expiresAt)
      }
      return { title: words.answer(call.language, registered[status]), data: status, status: 200 }
    }),
    bind(wire.recovery, async (call) => {
      await call.captcha()
      await recovery.sendReset(call.body.email, call)
      return { title: words.answer(call.language, 'account.recoverySent'), status: 200 }
    }),
    bind(wire.passwordReset, async (call) => {
      await recovery.reset(call.body, call)
      return undefined
    }),
    bind(wire.verify, async (call) => {
      const session = await recovery.verify(call.body, call)
      call.cookie.begin(session.token, session.expiresAt)
      return undefined
    }),
    bind(wire.login, async (call) => {
      await call.captcha()
      const session = await profile.login(call.body, call)
      if (call.principal !== null) await needs.endSession(call.principal)
      call.cookie.begin(session.token, session.expiresAt)
      return undefined
    }),
    bind(wire.logout, async (call) => {
      await needs.endSession(call.principal)
      call.cookie.end()
      return undefined
    }),
    bind(wire.update, async (call) => {
      const session = await profile.update(call.principal.userId, call.body, call)
      if (session !== null) call.cookie.begin(session.token, session.expiresAt)
      return undefined
    }),
    bind(wire.changePassword, async (call) => {
      const session = await profile.changePassword(call.principal.userId, call.body, call)
      call.cookie.begin(session.token, session.expiresAt)
      return undefined
    }),
    bind(wire.changeEmail, async (call) => {
      const sent = await recovery.sendChange(call.principal.userId, call.body.newMail, call)
      if (!sent) throw new Problem('account.emailChangeOff', {}, { data: false })
      return { title: words.answer(call.language, 'account.emailChangeSent'), data: true, status: 200 }
    }),
    bind(wire.mailChangeConfirm, async (call) => {
      const session = await recovery.confirmChange(call.principal.userId, call.body, call)
      call.cookie.begin(session.token, session.expiresAt)
      return undefined
    }),
    bind(wire.profile, (call) => profile.read(call.principal.userId)),
    bind(wire.avatar, async (call) => {
      const { bytes } = await call.uploadedFile()
      return profile.setAvatar(call.principal.userId, bytes, call)
    }),
  ]
}

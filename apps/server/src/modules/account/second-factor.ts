import { Problem } from '@pennant/contract/problem'
import { factorDueBy } from '@pennant/rules/account/second-factor'
import type { Language } from '@pennant/contract/enums'
import type { BegunSession, Caller, Origin } from '../../core/identity/caller.ts'
import type { UserRow } from '../../ports/database.ts'
import { createCodeCheck } from './check-code.ts'
import type { AccountNeeds } from './needs.ts'

type Owner = Caller & Origin & { marks: readonly string[]; language: Language }
type Proof = { password: string; code: string }

export const createSecondFactor = (needs: AccountNeeds) => {
  const { store, hasher, envelope, guard, sessions, settings, secondFactors, factorMail, journal } = needs
  const checkCode = createCodeCheck(needs)

  const find = async ({ principal }: Caller): Promise<UserRow> => {
    const user = await store.byId(principal.userId)
    if (user === undefined) throw new Problem('auth.required')
    return user
  }

  const expectPassword = async (user: UserRow, sent: string, { address }: Origin): Promise<void> => {
    const password = envelope.open(sent)
    const right = await guard.attempt([user.id], address, () => hasher.verify(user.password_hash, password))
    if (right === null) throw new Problem('account.oldPasswordWrong', { field: 'password' })
  }

  const expectProof = async (sent: Proof, owner: Owner): Promise<UserRow> => {
    const user = await find(owner)
    if ((await secondFactors.find(user.id)) === null) throw new Problem('secondFactor.none')
    await expectPassword(user, sent.password, owner)
    if (!(await checkCode(user, sent.code, owner)))
      throw new Problem('secondFactor.codeWrong', { field: 'code' })
    return user
  }

  return {
    async read({ principal: { userId } }: Caller) {
      const [user, factor] = await Promise.all([store.byId(userId), secondFactors.find(userId)])
      if (user === undefined) throw new Problem('auth.required')
      if (factor !== null) return { setUpAt: factor.setUpAt.getTime(), recoveryCodes: factor.recoveryCodes }
      const dueBy = dueByOf(needs, user)
      return { setUpAt: null, recoveryCodes: 0, ...(dueBy === null ? {} : { dueBy }) }
    },

    /** With the password, so that a stolen session can't lock its owner out. */
    async begin(sent: { password: string }, owner: Owner) {
      const user = await find(owner)
      if ((await secondFactors.find(user.id)) !== null) throw new Problem('secondFactor.isSet')
      await expectPassword(user, sent.password, owner)
      return secondFactors.begin(user, settings.platformName())
    },

    async confirm(
      sent: { setup: string; code: string },
      owner: Owner,
    ): Promise<{ recoveryCodes: string[]; session: BegunSession }> {
      const user = await find(owner)
      const { recoveryCodes, stamp } = await secondFactors.confirm(
        user,
        sent.setup,
        sent.code,
        owner.language,
      )
      journal.done(owner, 'Second factor set up')
      return { recoveryCodes, session: await sessions.renew({ id: user.id, stamp }, owner) }
    },

    async remove(sent: Proof, owner: Owner): Promise<void> {
      const user = await expectProof(sent, owner)
      const removed = await secondFactors.remove(user.id)
      if (removed === null) throw new Problem('secondFactor.none')
      await sessions.changed(user.id)
      await factorMail('factorRemoved', user, removed.language)
      journal.done(owner, 'Second factor removed')
    },

    async renewCodes(sent: Proof, owner: Owner): Promise<string[]> {
      const user = await expectProof(sent, owner)
      const codes = await secondFactors.renewCodes(user.id)
      journal.done(owner, 'Recovery codes renewed')
      return codes
    },
  }
}

export const dueByOf = ({ settings }: Pick<AccountNeeds, 'settings'>, user: UserRow): number | null =>
  factorDueBy(settings.accountPolicy(), {
    role: user.role,
    since: (user.role_at ?? user.registered_at).getTime(),
  })

import { randomUUID } from 'node:crypto'
import type { Language } from '@pennant/contract/enums'
import type { TriedPart } from '@pennant/contract/status'
import type { Principal } from '../../core/identity/caller.ts'
import type { StatusNeeds } from './needs.ts'
import { timed } from '../../kit/timeout.ts'

type Caller = { principal: Principal; address: string | null; language: Language }
type Verdict = { ok: boolean; milliseconds: number; message: string | null }

const patienceMs = 10_000
const keptMs = 60_000

/** Tries a part on purpose, as nobody would at every look. */
export const createTrials = (needs: StatusNeeds) => {
  const { cache, blobs, mailer, captcha, journal, words } = needs

  const tries: Readonly<Record<TriedPart, (caller: Caller) => Promise<void>>> = {
    async mail({ principal, language }) {
      if (mailer.kind === 'outbox') throw new Error('No mail server is set up: mails wait in the outbox')
      const to = await needs.emailOf(principal.userId)
      if (to === null) throw new Error('there is no address to write to')
      await mailer.send({ id: randomUUID(), to, from: needs.sender(), ...needs.trialMail(language) })
    },
    storage: () => blobs.check(),
    async captcha() {
      if (captcha.provider === 'None') throw new Error('No captcha is set up')
      await captcha.check()
    },
    async provider() {
      const { kind, message } = await needs.provider()
      if (kind === 'none') throw new Error('Nothing runs containers here')
      if (message !== null) throw new Error(message)
    },
    async cache() {
      await cache.check()
      const [key, value] = [`status:${randomUUID()}`, randomUUID()]
      await cache.set(key, value, keptMs)
      if ((await cache.take(key)) !== value) throw new Error('the cache does not give back what it was given')
    },
  }

  return async (part: TriedPart, caller: Caller): Promise<Verdict> => {
    const outcome = await timed(patienceMs, () => tries[part](caller))
    const { milliseconds } = outcome
    const failed = 'error' in outcome
    journal.write({
      message: `Tried: ${part}`,
      status: failed ? 'Failed' : 'Success',
      name: caller.principal.userName,
      address: caller.address,
    })
    return { ok: !failed, milliseconds, message: failed ? words(outcome.error) : null }
  }
}

export type Trials = ReturnType<typeof createTrials>

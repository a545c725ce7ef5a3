import { randomUUID } from 'node:crypto'
import type { Language } from '@pennant/contract/enums'
import type { TriedPart } from '@pennant/contract/status'
import type { Core } from '../../core/core.ts'
import type { Caller } from '../../core/identity/caller.ts'
import type { Redact } from '../../kit/redaction.ts'
import type { Installation } from './installation.ts'
import { timed } from '../../kit/timeout.ts'

export type ProbedParts =
  | 'blobs'
  | 'cache'
  | 'captcha'
  | 'journal'
  | 'mailer'
  | 'sender'
  | 'testMail'
  | 'users'
type Asker = Caller & { language: Language }
type Verdict = { ok: boolean; milliseconds: number; message: string | null }

const timeoutMs = 10_000
const keptMs = 60_000

export const createProbe = (
  core: Pick<Core, ProbedParts>,
  provider: Installation['provider'],
  redact: Redact,
) => {
  const { blobs, cache, captcha, journal, mailer, sender, testMail, users } = core

  const tries: Readonly<Record<TriedPart, (caller: Asker) => Promise<void>>> = {
    async mail({ principal, language }) {
      if (mailer.kind === 'outbox') throw new Error('No mail server is set up: emails wait in the outbox')
      const to = (await users.byId(principal.userId))?.email
      if (to === undefined) throw new Error('there is no address to send to')
      await mailer.send({ id: randomUUID(), to, from: sender(), ...testMail(language) })
    },
    storage: () => blobs.check(),
    async captcha() {
      if (captcha.provider === 'None') throw new Error('No captcha is set up')
      await captcha.check()
    },
    async provider() {
      const { kind, message } = await provider()
      if (kind === 'none') throw new Error('Nothing runs containers here')
      if (message !== null) throw new Error(message)
    },
    async cache() {
      await cache.check()
      const [key, value] = [`status:${randomUUID()}`, randomUUID()]
      await cache.set(key, value, keptMs)
      if ((await cache.take(key)) !== value) throw new Error("the cache doesn't return what it stored")
    },
  }

  return async (part: TriedPart, caller: Asker): Promise<Verdict> => {
    const outcome = await timed(timeoutMs, () => tries[part](caller))
    const { milliseconds } = outcome
    const failed = 'error' in outcome
    journal.write({
      message: `Tried: ${part}`,
      status: failed ? 'Failed' : 'Success',
      name: caller.principal.userName,
      address: caller.address,
    })
    return { ok: !failed, milliseconds, message: failed ? redact(outcome.error) : null }
  }
}

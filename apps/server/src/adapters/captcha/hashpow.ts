import { createHash } from 'node:crypto'
import type { Cache } from '../../ports/cache.ts'
import type { Captcha } from '../../ports/captcha.ts'

type Options = { siteKey: string; difficulty: number }

const lifetimeMs = 5 * 60_000
const idBytes = 6
const challengeBytes = 8
const answerShape = /^([0-9a-f]{12}):([0-9a-fA-F]{16})$/

// Eight bytes that, after the challenge, give a SHA-256 with enough leading zero bits. The difficulty a task
// was issued with applies, even after the setting has changed.
export const createHashPow = (
  options: Options,
  cache: Cache,
  random: (size: number) => Uint8Array,
): Captcha => {
  const difficulty = Math.min(48, Math.max(8, Math.trunc(options.difficulty)))
  return {
    provider: 'HashPow',
    siteKey: options.siteKey,

    async challenge() {
      const id = Buffer.from(random(idBytes)).toString('hex')
      const challenge = Buffer.from(random(challengeBytes)).toString('hex')
      await cache.set(keyOf(id), `${challenge}:${difficulty}`, lifetimeMs)
      return { id, challenge, difficulty }
    },

    check: async () => undefined,

    async verify(answer) {
      const [, id, work] = answerShape.exec(answer ?? '') ?? []
      if (id === undefined || work === undefined) return false
      const [challenge, wanted] = (await cache.get(keyOf(id)))?.split(':') ?? []
      if (challenge === undefined || wanted === undefined) return false
      if (zeroBits(challenge, work) < Number(wanted)) {
        await cache.touch(keyOf(id), lifetimeMs)
        return false
      }
      // Several correct answers may get here together: the one that takes the task passes.
      return (await cache.take(keyOf(id))) !== null
    },
  }
}

const keyOf = (id: string): string => `captcha:pow:${id}`

export const zeroBits = (challenge: string, answer: string): number => {
  const digest = createHash('sha256').update(challenge, 'hex').update(answer, 'hex').digest()
  const first = digest.findIndex((byte) => byte !== 0)
  return first < 0 ? digest.length * 8 : first * 8 + Math.clz32(digest[first] ?? 0) - 24
}

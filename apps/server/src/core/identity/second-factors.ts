import { createHmac, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { v4 as uuidv4 } from 'uuid'
import type { Language } from '@pennant/contract/enums'
import { Problem } from '@pennant/contract/problem'
import {
  readCode,
  recoveryCodeOf,
  recoveryCodesAtOnce,
  spacedCode,
} from '@pennant/rules/account/second-factor'
import type { Clock } from '../../ports/clock.ts'
import type { Db, UserRow } from '../../ports/database.ts'
import type { Journal } from '../../telemetry/journal.ts'
import { unaskedLanguage } from '../mail/template.ts'
import type { Vault } from '../setting/vault.ts'
import { createSecondFactorStore } from './store-second-factor.ts'
import { createAccountStore } from './users.ts'

type Needs = { db: Db; clock: Clock; vault: Vault; journal: Journal }

export type FactorState = { setUpAt: Date; recoveryCodes: number }

type Owned = { language: Language }

type Setup = { purpose: 'second factor'; userId: string; secret: string; until: number }

const periodSeconds = 30
const periodMs = periodSeconds * 1000
const secretBytes = 20
const setupMs = 3_600_000
// Slow guessing lasts, and an owner's mistakes are few.
const wrongCodesMs = 7 * 86_400_000
const manyWrongCodes = 10

// What all authenticator apps know.
const common = { algorithm: 'SHA1', digits: 6, period: periodSeconds } as const

export const createSecondFactors = ({ db, clock, vault, journal }: Needs) => {
  const store = createSecondFactorStore(db)
  const key = vault.derive('recovery codes')
  const hashOf = (userId: string, code: string): Buffer =>
    createHmac('sha256', key).update(`${userId} ${code}`).digest()

  const newCodes = async (tx: Db, userId: string): Promise<string[]> => {
    const codes = Array.from({ length: recoveryCodesAtOnce }, () => recoveryCodeOf(randomBytes(secretBytes)))
    const hashes = codes.map((code) => hashOf(userId, code))
    await createSecondFactorStore(tx).replaceRecoveryCodes(userId, hashes)
    return codes.map(spacedCode)
  }

  const secretOf = (sealed: string): Buffer | null => {
    try {
      return vault.unlock(sealed)
    } catch (error) {
      journal.failed("Couldn't read a second factor", error)
      return null
    }
  }

  const openSetup = (setup: string, userId: string): Buffer => {
    const sent = readSetup(vault, setup)
    if (sent === null || sent.userId !== userId || sent.until <= clock.now())
      throw new Problem('secondFactor.setupOver')
    return Buffer.from(sent.secret, 'base64')
  }

  return {
    async find(userId: string): Promise<FactorState | null> {
      const row = await store.find(userId)
      return row === undefined ? null : { setUpAt: row.set_up_at, recoveryCodes: row.codes }
    },

    /** Nothing is stored before a code confirms it. */
    begin(
      user: { id: string; name: string },
      issuer: string,
    ): { secret: string; uri: string; setup: string } {
      const secret = randomBytes(secretBytes)
      const { base32 } = secretFrom(secret)
      const pending: Setup = {
        purpose: 'second factor',
        userId: user.id,
        secret: secret.toString('base64'),
        until: clock.now() + setupMs,
      }
      // A colon separates the two.
      const named = { issuer: issuer.replaceAll(':', ' '), label: user.name.replaceAll(':', ' ') }
      const uri = new TOTP({ ...common, ...named, secret: secretFrom(secret) }).toString()
      return { secret: base32, uri, setup: vault.lock(Buffer.from(JSON.stringify(pending))) }
    },

    /**
     * Returns the recovery codes, which nobody can read again. The new stamp ends what the password alone has begun,
     * and the marks of browsers, each of which may try codes.
     */
    async confirm(
      { id: userId, stamp: before }: Pick<UserRow, 'id' | 'stamp'>,
      setup: string,
      typed: string,
      language: Language,
    ): Promise<{ recoveryCodes: string[]; stamp: string }> {
      const secret = openSetup(setup, userId)
      const step = stepOf(secret, typed, clock.now())
      if (step === null) throw wrong()
      const stamp = uuidv4()
      return store.atomically(async (tx) => {
        if (!(await createAccountStore(tx).update(userId, { stamp }, before)))
          throw new Problem('secondFactor.setupOver')
        const inserted = await createSecondFactorStore(tx).insert({
          user_id: userId,
          secret: vault.lock(secret),
          last_step: step,
          set_up_at: new Date(clock.now()),
          language,
        })
        if (!inserted) throw new Problem('secondFactor.isSet')
        return { recoveryCodes: await newCodes(tx, userId), stamp }
      })
    },

    /** Uses the code up. Who has the app is its owner: `language` is theirs. */
    async check(userId: string, typed: string, language: Language): Promise<boolean> {
      const code = readCode(typed)
      if (code === null) return false
      if (code.kind === 'recovery') return store.useRecoveryCode(userId, hashOf(userId, code.code))
      const row = await store.find(userId)
      const secret = row === undefined ? null : secretOf(row.secret)
      const step = secret === null ? null : stepOf(secret, typed, clock.now())
      return step !== null && (await store.useStep(userId, step, language))
    },

    /** Not null for one code in a week, when it makes them so many that their owner should know. */
    async noteWrong(userId: string): Promise<Owned | null> {
      const now = clock.now()
      const { count, language } = await store.countWrong(userId, new Date(now), new Date(now - wrongCodesMs))
      return count === manyWrongCodes ? ownedBy({ language }) : null
    },

    renewCodes: (userId: string): Promise<string[]> =>
      store.atomically(async (tx) => {
        if (!(await createSecondFactorStore(tx).hold(userId))) throw new Problem('secondFactor.none')
        return newCodes(tx, userId)
      }),

    async remove(userId: string, tx: Db = db): Promise<Owned | null> {
      const removed = await createSecondFactorStore(tx).delete(userId)
      return removed === null ? null : ownedBy(removed)
    },

    administratorsWithout: store.administratorsWithout,
  }
}

const ownedBy = ({ language }: { language: Language | null }): Owned => ({
  language: language ?? unaskedLanguage,
})

const wrong = (): Problem => new Problem('secondFactor.codeWrong', { field: 'code' })

const secretFrom = (bytes: Buffer): Secret => new Secret({ buffer: Uint8Array.from(bytes).buffer })

// One step either way, for clocks that differ.
const stepOf = (secret: Buffer, typed: string, now: number): number | null => {
  const code = readCode(typed)
  if (code?.kind !== 'app') return null
  const delta = TOTP.validate({
    ...common,
    secret: secretFrom(secret),
    token: code.digits,
    timestamp: now,
    window: 1,
  })
  return delta === null ? null : Math.floor(now / periodMs) + delta
}

const readSetup = (vault: Vault, sealed: string): Setup | null => {
  try {
    // Only this file seals such a text for the client.
    const setup = JSON.parse(vault.unlock(sealed).toString()) as Setup
    return setup.purpose === 'second factor' ? setup : null
  } catch {
    return null
  }
}

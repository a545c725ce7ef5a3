import { createHmac } from 'node:crypto'
import type { Answer, Client } from './client.ts'
import { testPassword, type World } from './world.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

// Not by the library that the server uses.
export const codeOf = (key: string, at: number): string => {
  const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const mac = createHmac('sha1', bytes).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 1_000_000).padStart(6, '0')
}

export type Factor = { key: string; recoveryCodes: string[]; code: (shiftMs?: number) => string }

const must = <T>({ status, body, text }: Answer<T>): T => {
  if (status !== 200) throw new Error(text)
  return body
}

const root = '/api/account/second-factor'

export const beginFactor = async (who: Client): Promise<{ secret: string; uri: string; setup: string }> =>
  must(await who.post(`${root}/begin`, { password: testPassword }))

/** Leaves the clock a step later, where the next code is new. */
export const setUpFactor = async (world: Pick<World, 'clock'>, who: Client): Promise<Factor> => {
  const { secret, setup } = await beginFactor(who)
  const code = (shiftMs = 0): string => codeOf(secret, world.clock.now() + shiftMs)
  const { recoveryCodes } = must(await who.post<{ recoveryCodes: string[] }>(root, { setup, code: code() }))
  world.clock.advance(30_000)
  return { key: secret, recoveryCodes, code }
}

type Ticket = { ticket: string; expiresAt: number }

export const loginTicket = async (who: Client, userName: string): Promise<Ticket> => {
  const answer = await who.post<{ code: string; data: Ticket }>('/api/account/login', {
    userName,
    password: testPassword,
  })
  if (answer.status !== 401 || answer.body.code !== 'login.secondFactor') throw new Error(answer.text)
  return answer.body.data
}

export const second = (who: Client, ticket: string, code: string) =>
  who.post<{ title: string; status: number; code: string }>('/api/account/login/second', { ticket, code })

import { expect, it } from 'vitest'
import { Tickets } from './ticket.ts'

const secret = Buffer.alloc(32, 7)
const clockAt = (time: { now: number }): { now(): number } => ({ now: () => time.now })

it('a ticket is good for its hub until it expires, in every process that knows the secret', () => {
  const time = { now: 1_000_000 }
  const ticket = new Tickets(secret, clockAt(time), 15_000).issue('user')
  const elsewhere = new Tickets(secret, clockAt(time), 15_000)
  expect(elsewhere.valid('user', ticket)).toBe(true)
  expect(elsewhere.valid('admin', ticket)).toBe(false)
  time.now += 15_000
  expect(elsewhere.valid('user', ticket)).toBe(true)
  time.now += 1
  expect(elsewhere.valid('user', ticket)).toBe(false)
})

it('a ticket from a clock far ahead is not good', () => {
  const ticket = new Tickets(secret, { now: () => 1_000_000 }, 15_000).issue('user')
  expect(new Tickets(secret, { now: () => 990_000 }, 15_000).valid('user', ticket)).toBe(true)
  expect(new Tickets(secret, { now: () => 980_000 }, 15_000).valid('user', ticket)).toBe(false)
})

it('a ticket made without the secret, or changed anywhere, is not good', () => {
  const clock = { now: () => 1_000_000 }
  const tickets = new Tickets(secret, clock, 15_000)
  const ticket = tickets.issue('user')
  expect(tickets.valid('user', new Tickets(Buffer.alloc(32, 8), clock, 15_000).issue('user'))).toBe(false)
  for (let at = 0; at < ticket.length; at++) {
    const other = ticket[at] === 'A' ? 'B' : 'A'
    expect(tickets.valid('user', ticket.slice(0, at) + other + ticket.slice(at + 1))).toBe(false)
  }
  for (const text of ['', 'x', `${ticket}=`, `${ticket}A`, ` ${ticket}`, 'ü'.repeat(51)]) {
    expect(tickets.valid('user', text)).toBe(false)
  }
})

it('no two tickets are alike', () => {
  const tickets = new Tickets(secret, { now: () => 1_000_000 }, 15_000)
  expect(new Set(Array.from({ length: 1_000 }, () => tickets.issue('user'))).size).toBe(1_000)
})

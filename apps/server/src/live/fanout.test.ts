import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Fanout, type Member } from './fanout.ts'
import type { Outgoing } from './outgoing.ts'
import { admins, playersOf } from './live.ts'

function member(): Member & { messages: Outgoing[]; heard(): string } {
  const messages: Outgoing[] = []
  return {
    messages,
    send: (message) => messages.push(message),
    heard: () => messages.map(({ text }) => text.toString()).join(''),
  }
}

async function settle(): Promise<void> {
  for (let turns = 0; turns < 20; turns++) await turn()
}

it('reaches the members of the room and nobody else', async () => {
  const fanout = new Fanout()
  const [here, there] = [member(), member()]
  fanout.join(playersOf(1), here)
  fanout.join(playersOf(2), there)
  fanout.post(playersOf(1), 'a')
  fanout.post(admins, 'b')
  await settle()
  expect(here.heard()).toBe('a')
  expect(there.heard()).toBe('')
})

it('makes each wire form once, and shares it', async () => {
  const fanout = new Fanout()
  const members = [member(), member(), member()]
  for (const each of members) fanout.join(admins, each)
  fanout.post(admins, 'a')
  await settle()
  const frames = members.map(({ messages }) => messages[0]?.frames)
  expect(frames[0]).toBeInstanceOf(Buffer)
  expect(new Set(frames).size).toBe(1)
})

it('keeps the order of messages, and gathers those of a room that wait together', async () => {
  const fanout = new Fanout()
  const one = member()
  fanout.join(playersOf(1), one)
  fanout.join(playersOf(2), one)
  for (const record of ['a', 'b', 'c']) fanout.post(playersOf(1), record)
  fanout.post(playersOf(2), 'x')
  await settle()
  fanout.post(playersOf(1), 'd')
  await settle()
  expect(one.messages.map(({ text }) => text.toString())).toEqual(['abc', 'x', 'd'])
})

it('gathers no more than a sensible write', async () => {
  const fanout = new Fanout()
  const one = member()
  fanout.join(admins, one)
  for (let count = 0; count < 100; count++) fanout.post(admins, 'x'.repeat(10_000))
  await settle()
  expect(one.heard()).toHaveLength(1_000_000)
  expect(Math.max(...one.messages.map(({ text }) => text.length))).toBeLessThanOrEqual(64 * 1024)
})

it('gives a new member what comes after it joined, also while earlier messages wait', async () => {
  const fanout = new Fanout()
  const [old, late] = [member(), member()]
  fanout.join(admins, old)
  fanout.post(admins, 'before')
  fanout.join(admins, late)
  fanout.post(admins, 'after')
  await settle()
  expect(old.heard()).toBe('beforeafter')
  expect(late.heard()).toBe('after')
})

it('gives a member that left, or left and came back, nothing of what waited', async () => {
  const fanout = new Fanout()
  const [gone, back, stays] = [member(), member(), member()]
  for (const each of [gone, back, stays]) fanout.join(admins, each)
  fanout.post(admins, 'a')
  fanout.leave(admins, gone)
  fanout.leave(admins, back)
  fanout.join(admins, back)
  await settle()
  expect([gone.heard(), back.heard(), stays.heard()]).toEqual(['', '', 'a'])
})

it('lets other work run between slices of a large room, and misses nobody', async () => {
  const fanout = new Fanout()
  const members = Array.from({ length: 1_000 }, member)
  for (const each of members) fanout.join(admins, each)
  fanout.post(admins, 'a')
  fanout.post(playersOf(1), 'nobody')
  expect(members.every(({ messages }) => messages.length === 0)).toBe(true)
  await turn()
  await turn()
  const reached = members.filter(({ messages }) => messages.length > 0).length
  expect(reached).toBeGreaterThan(0)
  expect(reached).toBeLessThan(1_000)
  fanout.post(admins, 'b')
  await settle()
  expect(members.every((each) => each.heard() === 'ab')).toBe(true)
})

it('a flush delivers everything at once, and nothing comes twice', async () => {
  const fanout = new Fanout()
  const members = Array.from({ length: 600 }, member)
  for (const each of members) fanout.join(admins, each)
  fanout.post(admins, 'a')
  fanout.flush()
  expect(members.every((each) => each.heard() === 'a')).toBe(true)
  await settle()
  expect(members.every((each) => each.heard() === 'a')).toBe(true)
})

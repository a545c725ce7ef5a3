import { beforeEach, expect, it } from 'vitest'
import type { Listener } from '../link/listener.ts'
import { createPool, type Pool } from './pool.ts'
import type { Tunnel } from './tunnel.ts'

const host = 'https://ctf.example'
const request = { remote: 'ws://x/1', local: '127.0.0.1:0' }

let pool: Pool
let isAllowed: boolean
let opened: Tunnel[]
let answers: ((fault?: Error) => void)[]
let closed: string[]

beforeEach(() => {
  isAllowed = true
  opened = []
  answers = []
  closed = []
  pool = createPool({
    isAllowed: () => isAllowed,
    randomLabel: () => 'inst-000001',
    onOpen: (tunnel) => void opened.push(tunnel),
    listen: () =>
      new Promise<Listener>((resolve, reject) => {
        const local = `127.0.0.1:${answers.length + 1}`
        const close = async (): Promise<void> => void closed.push(local)
        answers.push((fault) => (fault ? reject(fault) : resolve({ local, connections: 0, close })))
      }),
  })
})

it('asked for the same while it is being opened, gives the same', async () => {
  const both = [pool.open(host, { ...request, label: 'a' }), pool.open(host, { ...request, label: 'b' })]
  expect(answers).toHaveLength(1)
  answers[0]?.()
  const [first, second] = await Promise.all(both)
  expect(second).toBe(first)
  expect(first?.label).toBe('b')
  expect(opened).toHaveLength(1)
})

it('opens again after it could not be opened', async () => {
  const first = pool.open(host, request)
  answers[0]?.(new Error('EACCES'))
  await expect(first).rejects.toMatchObject({
    status: 500,
    message: 'failed to bind tcp address 127.0.0.1:0: EACCES',
  })
  const second = pool.open(host, request)
  answers[1]?.()
  expect((await second).listener.local).toBe('127.0.0.1:2')
})

it('lets nothing be opened for a site whose permission was taken back meanwhile', async () => {
  const opening = pool.open(host, request)
  isAllowed = false
  answers[0]?.()
  await expect(opening).rejects.toMatchObject({ status: 403 })
  expect(closed).toEqual(['127.0.0.1:1'])
  expect(pool.all()).toEqual([])
  expect(opened).toEqual([])
})

it('counts those that are being opened', async () => {
  const all = Array.from({ length: 256 }, (_, n) => pool.open(host, { ...request, remote: `ws://x/${n}` }))
  await expect(pool.open(host, { ...request, remote: 'ws://x/more' })).rejects.toMatchObject({ status: 429 })
  for (const answer of answers) answer()
  await Promise.all(all)
  expect(await pool.closeOf('https://other.example')).toBe(0)
  expect(await pool.closeOf(host)).toBe(256)
  expect(closed).toHaveLength(256)
})

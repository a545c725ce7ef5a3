import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createRequestOrigin } from './address.ts'
import { crossSiteGuard } from './origin.ts'

const proxy = '192.0.2.1'

const { allows } = crossSiteGuard(
  { publicUrl: null, trustedOrigins: [] },
  createRequestOrigin({ publicUrl: null, trust: (address) => address === proxy }),
)

const post = (remoteAddress: string, headers: Record<string, string>): IncomingMessage => {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  return Object.assign(new IncomingMessage(socket), { method: 'POST', headers })
}

const behind = { host: 'backend:8080', 'x-forwarded-host': 'ctf.example', origin: 'https://ctf.example' }

it('believes a trusted proxy which host was asked for, and nobody else', () => {
  expect(allows(post(proxy, behind))).toBe(true)
  expect(allows(post(proxy, { ...behind, origin: 'https://evil.example' }))).toBe(false)
  expect(allows(post('198.51.100.7', behind))).toBe(false)
})

it('believes a browser that says where its request comes from', () => {
  expect(allows(post('198.51.100.7', { ...behind, 'sec-fetch-site': 'same-origin' }))).toBe(true)
  expect(allows(post('198.51.100.7', { host: 'ctf.example', origin: 'https://ctf.example' }))).toBe(true)
})

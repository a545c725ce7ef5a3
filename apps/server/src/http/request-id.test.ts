import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { createRequestIds } from './request-id.ts'

const proxy = '192.0.2.7'
const idOf = createRequestIds((address) => address === proxy)

const requestFrom = (address: string | undefined, id?: string): IncomingMessage => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: address })
  return Object.assign(new IncomingMessage(socket), {
    headers: id === undefined ? {} : { 'x-request-id': id },
  })
}
const made = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

describe('the id of a request', () => {
  it.each(['12345678', 'a_b-C9zz', 'f'.repeat(64)])('is %s, which its proxy says', (id) => {
    expect(idOf(requestFrom(proxy, id))).toBe(id)
  })

  it.each(['', '1234567', 'f'.repeat(65), '1234567é', '12345678\u2028', '12345678, 12345678', 'a b c d e'])(
    'is made where its proxy says "%s"',
    (id) => {
      expect(idOf(requestFrom(proxy, id))).toMatch(made)
    },
  )

  it('is made where a client says one, or the client is gone', () => {
    expect(idOf(requestFrom('198.51.100.1', '12345678'))).toMatch(made)
    expect(idOf(requestFrom(undefined, '12345678'))).toMatch(made)
  })

  it('stays the same for one request, and differs between two', () => {
    const [one, other] = [requestFrom(proxy), requestFrom(proxy)]
    const id = idOf(one)
    expect(idOf(one)).toBe(id)
    expect(idOf(other)).not.toBe(id)
  })
})

import { describe, expect, it } from 'vitest'
import { createPeerOf } from './peer.ts'

const socket = { remoteAddress: '127.0.0.1', remotePort: 0xc001, localAddress: '127.0.0.1', localPort: 3307 }
const ownedBy = (uid: number) => () => ({
  tcp: () => `   1: 0100007F:C001 0100007F:0CEB 01 00000000:00000000 00:00000000 00000000 ${uid} 0 64191 1\n`,
  tcp6: () => '',
})
const none = () => ({ tcp: () => '', tcp6: () => '' })

describe('who connects', () => {
  it.each([
    ['own', 1000, ownedBy(1000)],
    ['own', 0, ownedBy(0)],
    ['root', 1000, ownedBy(0)],
    ['other', 1000, ownedBy(1001)],
    ['other', 0, ownedBy(1001)],
    ['other', 1000, none],
    ['unknown', 1000, null],
    ['unknown', undefined, ownedBy(1001)],
  ] as const)('is %s to the user %s', (peer, uid, tables) => {
    expect(createPeerOf({ uid, tables })(socket)).toBe(peer)
  })

  it('is read once for those who come together, and again for anyone who is not listed yet', async () => {
    let reads = 0
    const peerOf = createPeerOf({
      uid: 1000,
      tables: () => {
        reads++
        return ownedBy(1000)()
      },
    })
    expect([peerOf(socket), peerOf(socket)]).toEqual(['own', 'own'])
    expect(reads).toBe(1)
    expect(peerOf({ ...socket, remotePort: 0xc002 })).toBe('other')
    expect(reads).toBe(2)
    await new Promise((resolve) => setImmediate(resolve))
    expect(peerOf(socket)).toBe('own')
    expect(reads).toBe(3)
  })

  it('is nobody we know once the connection has broken off', () => {
    const peerOf = createPeerOf({ uid: 1000, tables: ownedBy(1000) })
    const gone = {
      remoteAddress: undefined,
      remotePort: undefined,
      localAddress: undefined,
      localPort: undefined,
    }
    expect(peerOf(gone)).toBe('other')
  })
})

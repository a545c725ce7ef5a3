import { describe, expect, it } from 'vitest'
import { ownerOfClient } from './socket-table.ts'

const heading =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const rowOf = (from: string, to: string, { uid = 1000, inode = 64_191, state = '01' } = {}): string =>
  `   3: ${from} ${to} ${state} 00000000:00000000 00:00000000 00000000 ${String(uid).padStart(5)}        0 ${inode} 1 000000005d808511 100 0 0 10 0\n`
const listed = (tcp: string, tcp6 = '') => ({ tcp: () => heading + tcp, tcp6: () => heading + tcp6 })
/** As little-endian machines write it. */
const v4 = '0100007F'
const wide = '0000000000000000FFFF0000'
const v6 = '00000000000000000000000001000000'
const at = (address: string, port: number) => ({ address, port })
const client = at('127.0.0.1', 0xc001)
const server = at('127.0.0.1', 3307)

describe('the owner of a connection on Linux', () => {
  it('is that of the row with both ends of the client', () => {
    const table = listed(
      rowOf(`${v4}:0CEB`, `${v4}:C001`, { uid: 1 }) +
        rowOf(`${v4}:C002`, `${v4}:0CEB`, { uid: 2 }) +
        rowOf(`${v4}:C001`, `${v4}:0CEC`, { uid: 3 }) +
        rowOf(`${v4}:C001`, `${v4}:0CEB`, { uid: 1000 }),
    )
    expect(ownerOfClient(table, client, server)).toBe(1000)
  })

  it('is found when the client speaks IPv4 through IPv6, and when this side does', () => {
    const mapped = listed('', rowOf(`${wide}${v4}:C001`, `${wide}${v4}:0CEB`, { uid: 1001 }))
    expect(ownerOfClient(mapped, client, server)).toBe(1001)
    const plain = listed(rowOf(`${v4}:C001`, `${v4}:0CEB`, { uid: 1002 }))
    expect(ownerOfClient(plain, at('::ffff:127.0.0.1', 0xc001), at('::ffff:127.0.0.1', 3307))).toBe(1002)
  })

  it('is found over IPv6', () => {
    const table = listed('', rowOf(`${v6}:C001`, `${v6}:0CEB`, { uid: 1003 }))
    expect(ownerOfClient(table, at('::1', 0xc001), at('::1', 3307))).toBe(1003)
    const link = 'B80D0120000000000000000001000000'
    const other = listed('', rowOf(`${link}:C001`, `${link}:0CEB`, { uid: 1004 }))
    expect(ownerOfClient(other, at('2001:db8::1%eth0', 0xc001), at('2001:db8::1', 3307))).toBe(1004)
  })

  it.each([
    ['has been closed', { uid: 0, inode: 0, state: '05' }],
    ['has been closed for a while', { uid: 0, inode: 0, state: '06' }],
    ['has been closed and is still listed under its user', { uid: 1000, inode: 0, state: '05' }],
  ])('is nobody when the socket %s', (_, facts) => {
    expect(ownerOfClient(listed(rowOf(`${v4}:C001`, `${v4}:0CEB`, facts)), client, server)).toBeNull()
  })

  it('is nobody when there is no row, no table, or no address', () => {
    expect(ownerOfClient(listed(''), client, server)).toBeNull()
    expect(ownerOfClient({ tcp: () => '', tcp6: () => '' }, client, server)).toBeNull()
    const table = listed(rowOf(`${v4}:C001`, `${v4}:0CEB`))
    for (const address of ['', 'localhost', '1:2:3', '1::2::3:4:5:6:7:8:9'])
      expect(ownerOfClient(table, at(address, 0xc001), server)).toBeNull()
  })
})

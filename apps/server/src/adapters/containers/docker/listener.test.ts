import { describe, expect, it } from 'vitest'
import { listenersOf, parseListeners } from './listener.ts'

const header =
  '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const line = (address: string, state = '0A'): string =>
  `   0: ${address} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000     0        0 1 1 0 100 0 0 10 0`

describe('what listens in a container', () => {
  it('is read from the tables of the kernel, of both versions of the protocol', () => {
    const all = '00000000000000000000000000000000'
    expect(parseListeners([header, line('00000000:1B58'), line(`${all}:0050`), ''].join('\n'))).toEqual([
      { port: 7000, isLoopback: false },
      { port: 80, isLoopback: false },
    ])
  })

  it.each([
    ['127.0.0.1', '0100007F'],
    ['127.1.2.3', '0302017F'],
    ['::1', '00000000000000000000000001000000'],
    ['::ffff:127.0.0.1', '0000000000000000FFFF00000100007F'],
  ])('is told from what listens at %s only', (_, address) => {
    expect(parseListeners(line(`${address}:1B58`))).toEqual([{ port: 7000, isLoopback: true }])
  })

  it('holds no connections, and nothing of the name server that Docker puts there', () => {
    expect(parseListeners([line('00000000:1B58', '01'), line('0B00007F:9C40')].join('\n'))).toEqual([])
  })

  it('is unknown where the processes of the container cannot be seen', async () => {
    expect(await listenersOf('f'.repeat(64), process.pid)).toBeNull()
  })
})

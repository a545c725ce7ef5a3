import { createHash, randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { createManualTimers } from '../../../../tests/kit/manual-timers.ts'
import { openTcp } from '../../../../tests/kit/tcp-client.ts'
import { openEcho, openService, openSite } from '../../../../tests/kit/tunnel-site.ts'
import { createTunnelOpener, until } from '../../../../tests/kit/opened-tunnel.ts'

const megabyte = 1024 * 1024
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const masked = Buffer.from([0x82, 0x81, 1, 2, 3, 4, 5])

const sendNonsense = (ws: WebSocket): void => {
  const raw = (ws as unknown as { _socket: Socket })._socket
  for (const event of ['data', 'end']) raw.removeAllListeners(event)
  raw.write(masked)
}

const { keep, openTo, toService, toSocket, closeAll } = createTunnelOpener()
afterEach(closeAll)

describe('the end', () => {
  it('of the service ends the connection after its last byte', async () => {
    const bytes = randomBytes(megabyte)
    const { listener, ends } = await toService(await openService((socket) => void socket.end(bytes)))
    const client = await openTcp(listener.local)
    expect(await client.end()).toBe('finished')
    expect(hash(client.got())).toBe(hash(bytes))
    client.socket.end()
    await until(() => ends.length === 1)
    expect(ends).toEqual([{ up: 0, down: bytes.length, broken: false }])
  })

  it('of the service reaches a client that is still sending, answer and all', async () => {
    const { listener } = await toService(
      await openService((socket) => {
        socket.once('data', () => socket.end('enough'))
      }),
    )
    const client = await openTcp(listener.local)
    client.socket.write(randomBytes(megabyte))
    expect(await client.end()).toBe('finished')
    expect(client.got().toString()).toBe('enough')
    client.socket.destroy()
  })

  it('of what a client sends leaves it its answer', async () => {
    const service = await openService((socket) => {
      socket.once('data', () => setTimeout(() => socket.end('the answer'), 50))
    })
    const { listener } = await toService(service)
    const client = await openTcp(listener.local)
    client.socket.end('the question')
    expect(await client.end()).toBe('finished')
    expect(client.got().toString()).toBe('the answer')
  })

  it('of what a client sends leaves it an answer that comes in pieces', async () => {
    const pieces = 12
    const quietMs = 100
    const time = createManualTimers()
    const asked: WebSocket[] = []
    const { listener } = await toSocket((ws) => ws.once('message', () => asked.push(ws)), {
      quietMs,
      after: time.after,
    })
    const client = await openTcp(listener.local)
    client.socket.end('the question')
    await until(() => asked.length === 1 && time.waiting(quietMs) === 1)
    for (let sent = 1; sent <= pieces; sent++) {
      time.pass(quietMs - 1)
      asked[0]?.send('x')
      await client.until(sent)
    }
    asked[0]?.close()
    await client.end()
    expect(client.got().toString()).toBe('x'.repeat(pieces))
  })

  it('of what a client sends is told to the site once nothing is under way', async () => {
    let told = false
    const { listener } = await toSocket(
      (ws) => {
        ws.on('close', () => {
          told = true
        })
      },
      { quietMs: 20 },
    )
    const client = await openTcp(listener.local)
    client.socket.end('x')
    expect(await client.end()).toBe('finished')
    expect(told).toBe(true)
  })

  it('of a client is not the end for a site that answers after it has been told', async () => {
    // Like our own relay, it closes only after the service has finished.
    const site = keep(await openSite(() => {}))
    const { listener } = await openTo(site, { quietMs: 20, answerMs: 5000 })
    const client = await openTcp(listener.local)
    await until(() => site.sockets.size === 1)
    const [ws] = site.sockets
    // Below the WebSocket, which would answer a close frame immediately.
    const raw = (ws as unknown as { _socket: Socket })._socket
    raw.removeAllListeners('data')
    const farewell = new Promise<void>((resolve) => {
      raw.on('data', (frame: Buffer) => {
        if (((frame[0] ?? 0) & 0x0f) === 8) resolve()
      })
    })
    client.socket.end()
    await farewell
    for (const part of ['late ', 'answer'])
      raw.write(Buffer.concat([Buffer.from([0x82, part.length]), Buffer.from(part)]))
    raw.write(Buffer.from([0x88, 0]))
    expect(await client.end()).toBe('finished')
    expect(client.got().toString()).toBe('late answer')
    raw.destroy()
  })

  it('comes for a client that has finished, even if the site says nothing more', async () => {
    const site = keep(await openSite(() => {}))
    const { listener } = await openTo(site, { quietMs: 20, answerMs: 50 })
    const client = await openTcp(listener.local)
    await until(() => site.sockets.size === 1)
    const [ws] = site.sockets
    ws?.pause()
    client.socket.end()
    expect(await client.end()).toBe('finished')
  })

  it('by a reset of the client reaches the site', async () => {
    const codes: number[] = []
    const { listener, ends } = await toSocket((ws) => {
      ws.send('x')
      ws.on('close', (code) => codes.push(code))
    })
    const client = await openTcp(listener.local)
    await client.until(1)
    client.socket.resetAndDestroy()
    await until(() => codes.length === 1 && ends.length === 1)
    expect(codes).toEqual([1006])
  })

  it.each([
    ['vanishes', (ws: WebSocket) => ws.terminate()],
    ['says that the service has broken off', (ws: WebSocket) => ws.close(1011)],
    ['breaks the protocol and hears nothing more', sendNonsense],
  ])('is a broken connection when the site %s', async (_, breaks) => {
    const { listener, ends } = await toSocket((ws) => ws.once('message', () => breaks(ws)))
    const client = await openTcp(listener.local)
    client.socket.write('x')
    expect(await client.end()).toBe('broken off')
    await until(() => ends.length === 1)
    expect(ends[0]?.broken).toBe(true)
  })

  it('of a listener frees the port and cuts every connection', async () => {
    const { listener, site } = await toService(await openEcho())
    const clients = await Promise.all([openTcp(listener.local), openTcp(listener.local)])
    for (const client of clients) {
      client.socket.write('x')
      await client.until(1)
    }
    await listener.close()
    for (const client of clients) await client.end()
    await expect(openTcp(listener.local)).rejects.toThrow('ECONNREFUSED')
    await until(() => site.sockets.size === 0)
  })
})

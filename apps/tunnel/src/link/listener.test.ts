import { createHash, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { openTcp } from '../../../../tests/kit/tcp-client.ts'
import { openEcho, openService, openSite } from '../../../../tests/kit/tunnel-site.ts'
import { createTunnelOpener, until } from '../../../../tests/kit/opened-tunnel.ts'
import { openListener } from './listener.ts'

const megabyte = 1024 * 1024
const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

const { keep, openTo, toService, toSocket, closeAll } = createTunnelOpener()
afterEach(closeAll)

describe('what goes through', () => {
  it('arrives as it was, a megabyte each way', async () => {
    const { listener } = await toService(await openEcho())
    const client = await openTcp(listener.local)
    const bytes = randomBytes(megabyte)
    client.socket.write(bytes)
    const back = await client.until(bytes.length)
    expect(hash(back)).toBe(hash(bytes))
    client.socket.destroy()
  })

  it('arrives from two hundred connections at once, each its own', async () => {
    const { listener, opened } = await toService(await openEcho())
    const clients = await Promise.all(
      Array.from({ length: 200 }, async (_, n) => {
        const client = await openTcp(listener.local)
        const bytes = Buffer.concat([Buffer.from(`${n}:`), randomBytes(4096)])
        client.socket.write(bytes)
        const back = await client.until(bytes.length)
        return { client, isRight: hash(back) === hash(bytes) }
      }),
    )
    expect(clients.every(({ isRight }) => isRight)).toBe(true)
    expect(opened()).toBe(200)
    expect(listener.connections).toBe(200)
    for (const { client } of clients) client.socket.destroy()
    await until(() => listener.connections === 0)
  })

  it('is binary one way, and text is its bytes the other way', async () => {
    const kinds: boolean[] = []
    const { listener } = await toSocket((ws) => {
      ws.on('message', (_, isBinary) => kinds.push(isBinary))
      ws.send('Grüße, ')
      ws.send(Buffer.from([0, 255]))
    })
    const client = await openTcp(listener.local)
    client.socket.write('hello')
    expect(await client.until(11)).toEqual(Buffer.concat([Buffer.from('Grüße, '), Buffer.from([0, 255])]))
    await until(() => kinds.length > 0)
    expect(kinds).toEqual([true])
    client.socket.destroy()
  })

  it('comes over a plain WebSocket', async () => {
    const { listener, site } = await toService(await openEcho())
    const client = await openTcp(listener.local)
    await until(() => site.handshakes.length === 1)
    const headers = site.handshakes[0] ?? {}
    expect(headers['sec-websocket-version']).toBe('13')
    for (const name of [
      'sec-websocket-extensions',
      'sec-websocket-protocol',
      'origin',
      'user-agent',
      'cookie',
    ])
      expect(headers).not.toHaveProperty(name)
    client.socket.destroy()
  })

  it('opens a WebSocket for a connection and none before', async () => {
    const { listener, site } = await toService(await openEcho())
    expect(site.handshakes).toHaveLength(0)
    const client = await openTcp(listener.local)
    await until(() => site.handshakes.length === 1)
    client.socket.destroy()
  })
})

describe('somebody who reads slowly', () => {
  it('keeps the site waiting, not the memory full, and gets everything', async () => {
    const total = 24 * megabyte
    const chunk = randomBytes(64 * 1024)
    const handed: number[] = []
    const { listener } = await toSocket((ws) => {
      const nth = handed.push(0) - 1
      const more = (sent = 0): void => {
        if (sent >= total) return ws.close()
        handed[nth] = sent + chunk.length
        ws.send(chunk, () => more(sent + chunk.length))
      }
      more()
    })
    const client = await openTcp(listener.local)
    client.socket.pause()
    await until(() => (handed[0] ?? 0) > 0)
    // A later connection has got everything, so the first one would have, too, without backpressure.
    const quick = await openTcp(listener.local)
    expect(await quick.end()).toBe('finished')
    expect(quick.got().length).toBe(total)
    quick.socket.destroy()
    expect(handed[0]).toBeLessThan(total)
    client.socket.resume()
    expect(await client.end()).toBe('finished')
    expect(client.got().length).toBe(total)
    client.socket.destroy()
  })

  it('keeps the client waiting, and gets everything', async () => {
    const total = 24 * megabyte
    const sides: { ws: WebSocket; got: number; reads: boolean }[] = []
    const { listener } = await toSocket((ws) => {
      const side = { ws, got: 0, reads: sides.length > 0 }
      sides.push(side)
      ws.on('message', (data: Buffer) => {
        side.got += data.length
        if (!side.reads) ws.pause()
      })
    })
    const chunk = randomBytes(64 * 1024)
    const send = async () => {
      const { socket } = await openTcp(listener.local)
      const sending = { socket, handed: 0 }
      const more = (): void => {
        if (sending.handed >= total) return
        sending.handed += chunk.length
        socket.write(chunk, more)
      }
      more()
      return sending
    }
    const slow = await send()
    await until(() => (sides[0]?.got ?? 0) > 0)
    const quick = await send()
    await until(() => sides[1]?.got === total)
    expect(slow.handed).toBeLessThan(total)
    const [first] = sides
    if (first === undefined) throw new Error('the first has come')
    first.reads = true
    first.ws.resume()
    await until(() => first.got === total)
    for (const { socket } of [slow, quick]) socket.destroy()
  })
})

describe('a site that does not let the connection in', () => {
  it.each([
    [400, 'no more connections'],
    [404, 'the instance is gone'],
    [418, "the instance isn't responding"],
    [302, 'elsewhere'],
    [200, 'refuses'],
  ])('with %i ends it, and the player learns why', async (status, why) => {
    const site = keep(await openSite(() => {}))
    site.refusal = status
    const { listener, refusals, ends } = await openTo(site)
    const client = await openTcp(listener.local)
    client.socket.write('hello')
    await client.end()
    expect(refusals).toEqual([expect.stringContaining(why)])
    expect(site.handshakes).toHaveLength(1)
    await until(() => ends.length === 1)
    await until(() => listener.connections === 0)
  })

  it('because nothing is there ends it, too', async () => {
    const site = await openSite(() => {})
    await site.close()
    const { listener, refusals } = await openTo(site)
    const client = await openTcp(listener.local)
    await client.end()
    expect(refusals).toEqual([expect.stringContaining('nothing listens')])
  })

  it('or does not answer at all ends it after a while', async () => {
    const mute = await openService(() => {})
    keep(mute)
    const site = keep(await openSite(() => {}))
    site.remote = `ws://127.0.0.1:${mute.port}/`
    const { listener, refusals } = await openTo(site, { handshakeMs: 50 })
    const client = await openTcp(listener.local)
    await client.end()
    expect(refusals).toEqual([expect.stringContaining('in time')])
  })

  it('because it has no TLS ends it, too', async () => {
    const site = keep(await openSite(() => {}))
    site.remote = site.remote.replace('ws:', 'wss:')
    const { listener, refusals } = await openTo(site)
    const client = await openTcp(listener.local)
    await client.end()
    expect(refusals).toHaveLength(1)
  })
})

it('a port that is taken is refused as the system refuses it', async () => {
  const service = keep(await openEcho())
  const events = { onOpen: () => {}, onRefused: () => {}, onEnd: () => {} }
  const taken = openListener({
    host: '127.0.0.1',
    port: service.port,
    remote: 'ws://x',
    events,
    peerOf: () => 'own',
  })
  await expect(taken).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

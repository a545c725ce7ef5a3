import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { byBreadth } from '../kit/breadth.ts'
import { withSkipReason } from '../kit/skip-reason.ts'
import { joinRaw } from '../kit/hub-client.ts'
import { cookieOf, logIn, password, register } from './client.ts'
import { databaseOf, isRunning, notLinux } from './database.ts'
import { endingOf, launchServer, startServer, stopServer, temporaryFolder, usedDataDir } from './server.ts'

async function connectTo(site: string): Promise<Socket> {
  const socket = connect(Number(new URL(site).port), '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

describe.skipIf(notLinux)(withSkipReason('stopping the built server', notLinux), () => {
  it.each(byBreadth(['SIGTERM'] as const, ['SIGTERM', 'SIGINT', 'SIGHUP'] as const))(
    '%s ends it in order, its database too',
    async (signal) => {
      const dataDir = usedDataDir()
      const server = await startServer({ dataDir })
      const database = databaseOf(dataDir)
      expect(database.length).toBeGreaterThan(1)
      await register(server.site, 'somebody')

      server.program.signal(signal)
      expect(await endingOf(server)).toEqual({ code: 0, signal: null })
      expect(database.filter(isRunning)).toEqual([])
      expect(server.program.output()).not.toMatch(/"level":(40|50|60)/)
    },
  )

  it('waits for a signal, even where nobody reads what it writes', async () => {
    const dataDir = usedDataDir()
    const env = { PENNANT_REQUESTLOGGING: 'true', PENNANT_DISABLERATELIMIT: 'true' }
    const server = await launchServer({ dataDir, env })
    server.program.stopReading()
    const isReady = async () => (await fetch(`${server.health}/healthz`).catch(() => null))?.status
    await expect.poll(isReady, { timeout: 60_000 }).toBe(200)
    await register(server.site, 'somebody')
    for (let times = 0; times < 20; times++) expect((await logIn(server.site, 'somebody')).status).toBe(200)
    server.program.signal('SIGTERM')
    expect(await endingOf(server)).toEqual({ code: 0, signal: null })
    expect(databaseOf(dataDir)).toEqual([])
  })

  it('Ctrl-C, pressed again and again, still ends it in order', async () => {
    const dataDir = usedDataDir()
    const server = await startServer({ dataDir })
    await register(server.site, 'somebody')
    for (let presses = 0; presses < 6; presses++) {
      server.program.signalGroup('SIGINT')
      await new Promise((done) => setTimeout(done, 5))
    }
    expect(await endingOf(server)).toEqual({ code: 0, signal: null })
    expect(databaseOf(dataDir)).toEqual([])

    const again = await startServer({ dataDir })
    expect((await logIn(again.site, 'somebody')).status).toBe(200)
  })

  it('answers the calls that it had begun, and loses nothing that it answered', async () => {
    const dataDir = usedDataDir()
    const env = { PENNANT_DISABLERATELIMIT: 'true' }
    const server = await startServer({ dataDir, env })
    const names = Array.from({ length: 40 }, (_, index) => `player${index}`)
    const calls = names.map(async (name) => {
      const response = await register(server.site, name).catch(() => undefined)
      return response?.status === 200 ? name : undefined
    })
    await Promise.race(calls)
    server.program.signal('SIGTERM')
    const accepted = (await Promise.all(calls)).filter((name) => name !== undefined)
    expect(await endingOf(server)).toEqual({ code: 0, signal: null })
    expect(accepted.length).toBeGreaterThan(0)

    const again = await startServer({ dataDir, env })
    const statuses = await Promise.all(accepted.map(async (name) => (await logIn(again.site, name)).status))
    expect(statuses).toEqual(accepted.map(() => 200))
  })

  it('does not wait for clients that stay: an open page, an idle connection, half a request', async () => {
    const dataDir = usedDataDir()
    const server = await startServer({ dataDir, env: { PENNANT_ADMINPASSWORD: 'Str0ng-Enough' } })
    const cookie = cookieOf(await logIn(server.site, 'Admin', 'Str0ng-Enough'))
    const page = await joinRaw(server.site, '/hub/admin', { headers: { cookie } })
    const idle = await connectTo(server.site)
    const slow = await connectTo(server.site)
    slow.write('POST /api/account/login HTTP/1.1\r\nhost: here\r\ncontent-length: 100\r\n\r\n{')

    server.program.signal('SIGTERM')
    expect(await endingOf(server)).toEqual({ code: 0, signal: null })
    await page.closed
    idle.destroy()
    slow.destroy()
  })

  it('during its very first start ends it too, and the next start finishes the work', async () => {
    const dataDir = path.join(temporaryFolder(), 'data')
    for (const waitMs of byBreadth([700], [300, 700, 1_100])) {
      const server = await launchServer({ dataDir })
      await Promise.race([new Promise((done) => setTimeout(done, waitMs)), server.program.says(/ready at/)])
      server.program.signal('SIGTERM')
      const how = await endingOf(server)
      // Until its own code runs, the process has no handler for the signal and nothing to undo.
      expect([
        { code: 0, signal: null },
        { code: null, signal: 'SIGTERM' },
      ]).toContainEqual(how)
      expect(databaseOf(dataDir)).toEqual([])
    }
    const server = await startServer({ dataDir })
    expect((await register(server.site, 'somebody')).status).toBe(200)
    await stopServer(server)
  })

  it('lets the next one in at once', async () => {
    const dataDir = usedDataDir()
    for (let round = 0; round < byBreadth(2, 3); round++) {
      const server = await startServer({ dataDir })
      expect((await logIn(server.site, 'nobody', password)).status).toBe(401)
      await stopServer(server)
    }
  })
})

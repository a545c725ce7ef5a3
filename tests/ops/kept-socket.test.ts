import { spawnSync } from 'node:child_process'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'
import { notLinux } from './database.ts'
import { launchServer, main, type Server, temporaryFolder } from './server.ts'

const missing = notLinux ?? skipReason(spawnSync('python3', ['-V']).status === 0, 'Python 3 is not here')
const holder = path.join(import.meta.dirname, 'socket-holder.py')

const startKept = async (env: NodeJS.ProcessEnv = {}): Promise<Server> => {
  const dataDir = path.join(temporaryFolder(), 'data')
  const server = await launchServer({
    dataDir,
    env,
    command: (port) => ['python3', holder, String(port), process.execPath, main],
  })
  await server.program.says(/Pennant is ready at/, 60_000)
  return server
}

/** One request over a connection of its own: the status, or why the connection failed. */
const ask = async (site: string): Promise<string> => {
  const socket = connect(Number(new URL(site).port), '127.0.0.1')
  socket.write('GET /api/config HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  const answer = await text(socket).catch((error: unknown) =>
    error instanceof Error && 'code' in error ? String(error.code) : String(error),
  )
  return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? (answer === '' ? 'cut off' : answer)
}

const askOn = (site: string): (() => Promise<string[]>) => {
  let going = true
  const answers: string[] = []
  const lane = async (): Promise<void> => {
    while (going) answers.push(await ask(site))
  }
  const lanes = Promise.all([lane(), lane(), lane()])
  return async () => {
    going = false
    await lanes
    return answers
  }
}

const kill = ({ program }: Server, signal: NodeJS.Signals): void => {
  const pid = [...program.output().matchAll(/^started (\d+)$/gm)].at(-1)?.[1]
  if (pid === undefined) throw new Error(`nothing was started:\n${program.output()}`)
  process.kill(Number(pid), signal)
}
const restarted = async (server: Server, times: number): Promise<void> => {
  const ready = (): number => [...server.program.output().matchAll(/Pennant is ready at/g)].length
  await expect.poll(ready, { timeout: 60_000 }).toBe(times + 1)
}

describe.skipIf(missing)(withSkipReason('a process on a socket that is kept for it', missing), () => {
  it.each([
    ['0', 'at once'],
    ['1', 'after draining'],
  ])('restarts without refusing or failing one connection, with %s s to drain', async (seconds) => {
    const server = await startKept({ PENNANT_DRAIN_SECONDS: seconds })
    const stop = askOn(server.site)
    expect(await ask(server.site)).toBe('200')
    kill(server, 'SIGTERM')
    await restarted(server, 1)
    expect(await ask(server.site)).toBe('200')
    const answers = await stop()
    expect(answers.length).toBeGreaterThan(10)
    expect(answers.filter((answer) => answer !== '200')).toEqual([])
    expect(server.program.output()).toContain('ended 0')
  })

  it('is killed, and only loses what it had begun', async () => {
    const server = await startKept()
    const stop = askOn(server.site)
    expect(await ask(server.site)).toBe('200')
    kill(server, 'SIGKILL')
    await restarted(server, 1)
    expect(await ask(server.site)).toBe('200')
    const failed = (await stop()).filter((answer) => answer !== '200')
    // At most the one request of each lane.
    expect(failed.length).toBeLessThanOrEqual(3)
    for (const one of failed) expect(['cut off', 'ECONNRESET']).toContain(one)
    expect(server.program.output()).toContain('ended -9')
  })
})

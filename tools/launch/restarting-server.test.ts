import { describe, expect, it, onTestFinished } from 'vitest'
import type { Group } from './process-group.mjs'
import { restartingServer, startNode } from './restarting-server.mjs'

/** Stops slowly and records its starts and ends. */
const script = `
  const timer = setInterval(() => {}, 1000)
  process.on('SIGTERM', () => setTimeout(() => { console.log('end'); clearInterval(timer) }, 150))
  console.log('start')`

type Setup = {
  server: ReturnType<typeof restartingServer>
  noted: () => string[]
  said: string[]
  groups: Group[]
}

function setUp(code = script): Setup {
  const groups: Group[] = []
  const said: string[] = []
  let notes = ''
  const server = restartingServer(
    async () => {
      const group = await startNode(['-e', code], '/')
      groups.push(group)
      group.child.stdout?.on('data', (text: Buffer) => {
        notes += text.toString()
      })
      return group
    },
    (line) => said.push(line),
  )
  onTestFinished(async () => {
    await server.close()
  })
  return { server, noted: () => notes.trim().split('\n'), said, groups }
}

describe('a restarting server', () => {
  it('stops the one that runs before it starts another', async () => {
    const { server, noted, said } = setUp()
    server.restart()
    await expect.poll(noted).toEqual(['start'])
    server.restart()
    await expect.poll(noted).toEqual(['start', 'end', 'start'])
    expect(said).toEqual([])
  })

  it('makes one restart of all that are asked for while it is busy', async () => {
    const { server, noted, groups } = setUp()
    server.restart()
    await expect.poll(noted).toEqual(['start'])
    for (let count = 0; count < 5; count++) server.restart()
    await expect.poll(noted).toEqual(['start', 'end', 'start'])
    await server.close()
    expect(groups).toHaveLength(2)
  })

  it('says so when it ends on its own, and starts again when asked', async () => {
    const { server, said, groups } = setUp('process.exit(3)')
    server.restart()
    await expect.poll(() => said).toEqual(['ended (exit code 3); starts again with the next change'])
    server.restart()
    await expect.poll(() => groups).toHaveLength(2)
  })

  it('leaves nothing running when it is closed, even in the middle of a restart', async () => {
    const { server, noted, groups } = setUp()
    server.restart()
    await expect.poll(noted).toEqual(['start'])
    server.restart()
    await server.close()
    for (const { child } of groups) expect(child.exitCode ?? child.signalCode).not.toBeNull()
    server.restart()
    await server.close()
    expect(groups.length).toBeLessThanOrEqual(2)
  })
})

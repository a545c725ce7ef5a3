import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpuTime } from '@pennant/load/clock'
import type { Meter } from './metered.ts'

export type BareServer = Meter & { port: number; stop(): Promise<void> }

export const startBareServer = (body: string): Promise<BareServer> =>
  start(`(q, s) => s.end(${JSON.stringify(body)})`)

/** Answers `/1000` with 1,000 bytes. */
export const startSizedServer = (): Promise<BareServer> =>
  start('(q, s) => s.end(bodies[q.url] ??= Buffer.alloc(Number(q.url.slice(1))))')

const start = async (answer: string): Promise<BareServer> => {
  const program = `const bodies = {}; require('node:http').createServer(${answer})
    .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    port: Number(String(port)),
    cpuTime: () => cpuTime(child.pid ?? 0),
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'

export type BareServer = { port: number; stop(): Promise<void> }

export const startBareServer = async (body: string): Promise<BareServer> => {
  const program = `require('node:http').createServer((q, s) => s.end(${JSON.stringify(body)}))
    .listen(0, '127.0.0.1', function () { console.log(this.address().port) })`
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
  const [port] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    port: Number(String(port)),
    async stop() {
      child.kill()
      await once(child, 'exit')
    },
  }
}

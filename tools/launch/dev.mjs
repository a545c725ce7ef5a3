// @ts-check
import { existsSync } from 'node:fs'
import path from 'node:path'
import { serverFingerprint } from './build-state.mjs'
import { exitCodeFor } from './launch-error.mjs'
import { prefixedLines } from './prefixed-lines.mjs'
import { prepare } from './prepare.mjs'
import { restartingServer, startNode } from './restarting-server.mjs'
import { onStopSignal, stopWithParent } from './stop-signals.mjs'

export async function dev() {
  const root = path.join(import.meta.dirname, '../..')
  const serverArgs = process.argv.slice(2)
  stopWithParent()
  try {
    await prepare(root, { build: false, verbose: false, say: (line) => console.log(line) })
  } catch (error) {
    process.exitCode = exitCodeFor(error)
    return
  }

  /** @type {(fault?: string) => void} */
  let end = () => {}
  /** @type {Promise<string | undefined>} */
  const ended = new Promise((resolve) => {
    end = resolve
  })
  const signals = onStopSignal(() => end())

  const main = path.join(root, 'apps/server/dist/main.js')
  const lines = prefixedLines(['compile', 'server', 'client'], process.stdout)
  const server = restartingServer(
    async () => {
      const group = await startNode(['--enable-source-maps', main, ...serverArgs], root, {
        NODE_ENV: process.env['NODE_ENV'] ?? 'development',
        // Meant for Vite; the server would warn about the unknown setting.
        PENNANT_DEV_SERVER: undefined,
      })
      lines.follow('server', group.child)
      return group
    },
    (line) => lines.say('server', line),
  )

  let ran = ''
  const restartWhenChanged = () => {
    const built = serverFingerprint(root)
    if (built === ran || !existsSync(main)) return
    ran = built
    server.restart()
  }
  const compiler = await startNode(
    ['node_modules/typescript/bin/tsc', '-b', '--watch', '--preserveWatchOutput', 'apps/server', 'apps/web'],
    root,
  )
  lines.follow('compile', compiler.child, (line) => {
    if (/Found \d+ errors?\. Watching/.test(line)) restartWhenChanged()
  })
  const client = await startNode(
    [path.join(root, 'node_modules/vite/bin/vite.js'), '--clearScreen', 'false'],
    path.join(root, 'apps/web'),
    {
      PENNANT_DEV_SERVER:
        process.env['PENNANT_DEV_SERVER'] ?? `http://127.0.0.1:${process.env['PENNANT_PORT'] ?? 8080}`,
    },
  )
  lines.follow('client', client.child)

  void compiler.ended.then(() => end('The compiler ended.'))
  void client.ended.then(() => end('Vite ended.'))
  const fault = await ended
  if (fault) {
    console.error(`${fault} Stopping the rest.`)
    process.exitCode = 1
  }
  await Promise.all([server.close(), compiler.stop(3_000), client.stop(3_000)])
  signals.dispose()
}

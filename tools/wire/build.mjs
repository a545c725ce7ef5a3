// @ts-check
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'

/**
 * @typedef {object} Build
 * @property {string} origin
 * @property {string} healthOrigin
 * @property {number[]} ports
 * @property {string | null} setupToken  while nobody has set it up
 * @property {(signal?: 'SIGTERM' | 'SIGKILL') => Promise<void>} stop
 */

const startMs = 120_000

/**
 * Like a new user would, on loopback and free ports.
 *
 * @param {string} checkout
 * @param {string} dataFolder
 * @param {number[]} [ports]  of the build that ran there before
 * @returns {Promise<Build>}
 */
export async function startBuild(checkout, dataFolder, ports) {
  const program = path.join(checkout, 'apps/server/dist/main.js')
  if (!existsSync(program)) throw new Error(`${program} is not there: run npm run build in ${checkout}.`)
  const [port, healthPort] = ports ?? (await freePorts())
  const foreign = /^(npm_|NODE_ENV$|PENNANT_|DATABASE_URL|REDIS_URL)/
  const child = spawn(process.execPath, [program], {
    cwd: dataFolder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name))),
      TZ: 'UTC',
      PENNANT_HOST: '127.0.0.1',
      PENNANT_PORT: String(port),
      PENNANT_HEALTHPORT: String(healthPort),
      PENNANT_DATADIR: path.join(dataFolder, 'data'),
      PENNANT_CONTAINERPROVIDER__TYPE: 'None',
      PENNANT_DISABLERATELIMIT: 'true',
      PENNANT_CAPTCHACONFIG__PROVIDER: 'HashPow',
      PENNANT_CAPTCHACONFIG__HASHPOW__DIFFICULTY: '9',
    },
  })
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(`it ended with ${code ?? signal}`))
  })
  const said = await outputUntilReady(child, ended)
  return {
    ports: [port ?? 0, healthPort ?? 0],
    origin: `http://127.0.0.1:${port}`,
    healthOrigin: `http://127.0.0.1:${healthPort}`,
    setupToken: /\/setup\?token=([\w-]+)/.exec(said)?.[1] ?? null,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      await ended
    },
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<string>} ended
 * @returns {Promise<string>}
 */
function outputUntilReady(child, ended) {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (/** @type {string} */ why) => {
      child.kill('SIGKILL')
      reject(new Error(`The server did not start: ${why}\n${said}`))
    }
    const timer = setTimeout(() => fail(`${startMs / 1000} seconds passed`), startMs)
    void ended.then(fail)
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (/** @type {string} */ chunk) => {
        said += chunk
        if (!said.includes('Pennant is ready at')) return
        clearTimeout(timer)
        // The setup link is in the same output.
        setImmediate(() => resolve(said))
      })
  })
}

/** @returns {Promise<number[]>} */
async function freePorts() {
  const servers = [createServer(), createServer()]
  const ports = await Promise.all(
    servers.map(
      (server) =>
        new Promise((/** @type {(port: number) => void} */ resolve) =>
          server.listen(0, '127.0.0.1', () => {
            const address = server.address()
            resolve(typeof address === 'object' && address ? address.port : 0)
          }),
        ),
    ),
  )
  for (const server of servers) server.close()
  return ports
}

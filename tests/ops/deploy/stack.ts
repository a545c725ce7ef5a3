import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { startDocker, type TestDocker } from '../../kit/docker.ts'
import { ask } from '../../kit/docker-request.ts'
import { skipReason } from '../../kit/skip-reason.ts'
import { plainEnvironment } from '../server.ts'

const run = promisify(execFile)

/** Debian's client has BuildKit inside; others need a plugin. */
const client = ['/usr/bin/docker', 'docker'].find((file) => spawnSync(file, ['--version']).status === 0)

export const composeMissing = (): string | null =>
  skipReason(spawnSync('docker-compose', ['--version']).status === 0, 'docker-compose is not installed')

/** A machine of an operator: a Docker daemon, its client, and a folder. */
export type Machine = {
  readonly docker: TestDocker
  readonly folder: string
  readonly socket: string
  /** In the network of the daemon, as the operator's shell is. Resolves to what was said. */
  sh(script: string, more?: NodeJS.ProcessEnv): Promise<string>
  /** Like `sh`, and stays in the folder that the script changes to. */
  follow(block: string, more?: NodeJS.ProcessEnv): Promise<string>
  /** Writes lines such as `NAME=value` into `.env`, in the place of those that set the same. */
  set(...lines: string[]): Promise<void>
  client(...args: string[]): Promise<string>
  /** What `docker ps` says of each service of compose. */
  services(): Promise<Record<string, string>>
  container(service: string): Promise<string>
  close(): Promise<void>
}

type Listed = { Id: string; Status: string; Labels: Record<string, string> }

const serviceLabel = 'com.docker.compose.service'

export async function openMachine(): Promise<Machine> {
  const docker = await startDocker()
  // Beside the daemon's socket: compose mounts from there.
  const folder = mkdtempSync('/tmp/pennant-deploy-')
  const socket = docker.uri.replace('unix://', '')
  const bin = path.join(folder, 'bin')
  mkdirSync(bin)
  const program = path.join(bin, 'docker')
  writeFileSync(
    program,
    `#!/bin/sh\nif [ "$1" = compose ]; then shift; exec docker-compose "$@"; fi\nexec ${client} "$@"\n`,
  )
  chmodSync(program, 0o755)
  const home = path.join(folder, 'home')
  mkdirSync(home)
  const env = { PATH: `${bin}:${process.env['PATH']}`, DOCKER_HOST: docker.uri, HOME: home }
  let here = home

  const sh = async (script: string, more: NodeJS.ProcessEnv = {}): Promise<string> => {
    const words = ['/bin/sh', '-c', 'cd "$0" && eval "$1"', here, script]
    const { stdout, stderr } = await run(...docker.inside(...words), {
      env: plainEnvironment({ ...env, ...more }),
      maxBuffer: 2 ** 26,
    })
    return stdout + stderr
  }
  const listed = async (): Promise<Listed[]> => JSON.parse(await ask(socket, 'GET', '/containers/json?all=1'))

  return {
    docker,
    folder: home,
    socket,
    sh,
    async follow(block, more) {
      const told = path.join(folder, 'where')
      const said = await sh(`set -e\n${block}\npwd > '${told}'`, more)
      here = (await sh(`cat '${told}'`)).trim()
      return said
    },
    async set(...lines) {
      const file = path.join((await sh('pwd')).trim(), '.env')
      const text = lines.reduce(
        (before, line) =>
          before.replace(new RegExp(`^#?${line.split('=')[0]}=.*\n`, 'm'), '').concat(`${line}\n`),
        readFileSync(file, 'utf8'),
      )
      writeFileSync(file, text)
    },
    client: async (...args) =>
      (await run(program, args, { env: plainEnvironment(env), maxBuffer: 2 ** 26 })).stdout,
    services: async () =>
      Object.fromEntries(
        (await listed()).flatMap(({ Labels, Status }) =>
          Labels[serviceLabel] === undefined ? [] : [[Labels[serviceLabel], Status]],
        ),
      ),
    async container(service) {
      const found = (await listed()).find(({ Labels }) => Labels[serviceLabel] === service)
      if (found === undefined) throw new Error(`there is no ${service}`)
      return found.Id
    },
    async close() {
      await docker.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

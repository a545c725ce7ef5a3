import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type DockerSetup, openDockerSetup } from './docker-setup.ts'
import { onInterrupt } from './on-interrupt.ts'
import { Missing } from './scenario.ts'

const run = promisify(execFile)

export type Docker = {
  uri: string
  containers(): Promise<string[]>
  start(): Promise<void>
  clear(): Promise<void>
}

export type Echo = { name: string; port: number }

export const withDocker = async <T>(echo: Echo, work: (docker: Docker) => Promise<T>): Promise<T> => {
  const busybox = parts()
  // Outside TMPDIR, since a socket's path can have about 100 characters.
  const folder = await mkdtemp('/tmp/pennant-bench-docker-')
  const callOff = onInterrupt(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const socket = `${folder}/socket`
  let setup: DockerSetup | undefined
  try {
    setup = await openDockerSetup()
    await launch(folder, setup)
    await importEcho(socket, join(folder, 'image'), busybox, echo)
    return await work(open(socket, echo))
  } finally {
    callOff()
    await setup?.end()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

const open = (socket: string, echo: Echo): Docker => {
  const containers = async (): Promise<string[]> => {
    const found: { Id: string }[] = JSON.parse(await ask(socket, 'GET', '/containers/json?all=1'))
    return found.map(({ Id }) => Id)
  }
  return {
    uri: `unix://${socket}`,
    containers,
    async start() {
      const plan = { Image: echo.name, HostConfig: { Init: true, Memory: 64 * 1_048_576, NanoCpus: 1e8 } }
      const made: { Id: string } = JSON.parse(await ask(socket, 'POST', '/containers/create', plan))
      await ask(socket, 'POST', `/containers/${made.Id}/start`)
    },
    async clear() {
      for (const id of await containers()) await ask(socket, 'DELETE', `/containers/${id}?force=1&v=1`)
    },
  }
}

const parts = (): string => {
  if (process.getuid?.() !== 0) throw new Missing('only root may run a Docker daemon')
  if (spawnSync('dockerd', ['--version'], { stdio: 'ignore' }).status !== 0)
    throw new Missing('dockerd is not installed')
  const busybox = ['/bin/busybox', '/usr/bin/busybox'].find((file) => existsSync(file) && isStatic(file))
  if (busybox === undefined)
    throw new Missing('there is no /bin/busybox that needs no libraries (package busybox-static)')
  return busybox
}

/** Program header type 3 names a loader, so the file is linked dynamically. */
const isStatic = (file: string): boolean => {
  const bytes = readFileSync(file)
  const [table, size, count] = [
    Number(bytes.readBigUInt64LE(32)),
    bytes.readUInt16LE(54),
    bytes.readUInt16LE(56),
  ]
  return Array.from({ length: count }, (_, at) => bytes.readUInt32LE(table + at * size)).every(
    (type) => type !== 3,
  )
}

const launch = async (folder: string, { inside, pool }: DockerSetup): Promise<void> => {
  await writeFile(join(folder, 'daemon.json'), '{}')
  const settings = {
    host: `unix://${folder}/socket`,
    'config-file': `${folder}/daemon.json`,
    'storage-driver': 'vfs',
    'data-root': `${folder}/data`,
    'exec-root': `${folder}/exec`,
    pidfile: `${folder}/pid`,
    'default-address-pool': `base=${pool},size=24`,
  }
  const [command, args] = inside(
    'dockerd',
    ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
  )
  const daemon: ChildProcess = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  daemon.stderr?.on('data', (text) => (said = `${said}${text}`.slice(-2_000)))
  for (let tries = 0; tries < 600 && daemon.exitCode === null; tries++) {
    if ((await ask(`${folder}/socket`, 'GET', '/_ping').catch(() => '')) === 'OK') {
      // On a real host servers are next to containers, so traffic over the wire is let through.
      await run(...inside('iptables', '--wait', ...'-I DOCKER-USER -i eth0 -j ACCEPT'.split(' ')))
      return
    }
    await wait(50)
  }
  throw new Missing(`a Docker daemon does not work here: ${said.trim().split('\n').at(-1) ?? ''}`)
}

const importEcho = async (socket: string, folder: string, busybox: string, echo: Echo): Promise<void> => {
  await mkdir(join(folder, 'bin'), { recursive: true })
  await chmod(folder, 0o755)
  await copyFile(busybox, join(folder, 'bin/busybox'))
  const files = execFileSync('tar', ['--create', '--directory', folder, '.'], { maxBuffer: 2 ** 26 })
  const command = ['/bin/busybox', 'nc', '-ll', '-p', String(echo.port), '-e', '/bin/busybox', 'cat']
  const [repo = '', tag = ''] = echo.name.split(':')
  const query = new URLSearchParams({ fromSrc: '-', repo, tag, changes: `CMD ${JSON.stringify(command)}` })
  const said = await ask(socket, 'POST', `/images/create?${query.toString()}`, files)
  if (said.includes('"error"')) throw new Error(said)
}

const ask = (
  socketPath: string,
  method: string,
  path: string,
  content: Buffer | object = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    const isArchive = Buffer.isBuffer(content)
    const body = isArchive ? content : Buffer.from(method === 'POST' ? JSON.stringify(content) : '')
    const headers = {
      'content-type': isArchive ? 'application/x-tar' : 'application/json',
      'content-length': body.length,
    }
    const asked = request({ socketPath, method, path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => ((answer.statusCode ?? 500) < 300 ? resolve(text) : reject(new Error(text))))
    })
    asked.on('error', reject)
    asked.end(body)
  })

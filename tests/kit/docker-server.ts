import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { request } from 'node:http'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'vite'
import type { DockerNeeds } from '../../apps/server/src/adapters/containers/docker/needs.ts'
import type { ProxyNeeds } from '../../apps/server/src/adapters/containers/docker-proxy/create.ts'
import type { Rules } from '../../apps/server/src/adapters/containers/docker-proxy/known.ts'
import type {
  ContainerOrder,
  FoundContainer,
  InstanceLimits,
  StartOutcome,
} from '../../apps/server/src/ports/containers.ts'
import { onlyChildOf, type TestDocker } from './docker.ts'
import { ask } from './docker-request.ts'
import { readyFile } from './ready-file.ts'

export type ChildNeeds = { control: string; needs: Omit<DockerNeeds, 'siteHost' | 'onNote'> }

export type ProxyOrder = Pick<ProxyNeeds, 'socket' | 'docker' | 'rules'>

/** The Docker proxy, on the host of the daemon. */
export type ProxyProcess = {
  readonly uri: string
  /** As a crash does. */
  kill(): Promise<void>
  start(): Promise<void>
}

export type DockerServer = {
  start(order: ContainerOrder): Promise<StartOutcome>
  destroy(id: string): Promise<null>
  list(): Promise<FoundContainer[]>
  log(id: string): Promise<string | null>
  limits(): Promise<InstanceLimits>
  notes(): Promise<string[]>
  guard(): Promise<null>
  exchange(host: string, port: number, words: string): Promise<string>
}

export type ServerProgram = {
  onHost(needs: ChildNeeds['needs'], through?: readonly string[]): Promise<DockerServer>
  inContainer(needs: ChildNeeds['needs'], more?: object): Promise<DockerServer & { containerId: string }>
  proxy(rules: Rules): Promise<ProxyProcess>
  behind(proxy: ProxyProcess, needs: ChildNeeds['needs']): Promise<DockerServer & { containerId: string }>
  end(): Promise<void>
}

const serverChild = 'docker-server-child'
const proxyChild = 'docker-proxy-child'

export async function openServerProgram(docker: TestDocker, image: string): Promise<ServerProgram> {
  const folder = await mkdtemp('/tmp/pennant-server-')
  await chmod(folder, 0o777)
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: true,
      outDir: path.join(folder, 'program'),
      rolldownOptions: {
        input: [serverChild, proxyChild].map((name) => path.join(import.meta.dirname, `${name}.ts`)),
        external: ['dockerode'],
        output: { entryFileNames: '[name].mjs' },
      },
    },
    ssr: { noExternal: true },
  })
  // The library reads files beside its own, so it has to stay where it is.
  const libraries = path.resolve(import.meta.dirname, '../../node_modules')
  await symlink(libraries, path.join(folder, 'node_modules'))
  const builtOf = (name: string): string => path.join(folder, 'program', `${name}.mjs`)
  const [program, proxyProgram] = [builtOf(serverChild), builtOf(proxyChild)]
  const socket = docker.uri.replace('unix://', '')
  const children: ChildProcess[] = []
  const containers: string[] = []
  let servers = 0
  const nextControl = (): string => path.join(folder, `control-${++servers}`)

  const contained = async (
    needs: ChildNeeds['needs'],
    more: object,
    binds: readonly string[],
  ): Promise<DockerServer & { containerId: string }> => {
    const control = nextControl()
    const order: ChildNeeds = { control, needs }
    const made: { Id: string } = JSON.parse(
      await ask(socket, 'POST', '/containers/create', {
        Image: image,
        Cmd: [process.execPath, program, JSON.stringify(order)],
        HostConfig: {
          // The machine's programs, instead of an image that contains as many.
          Binds: ['/usr:/usr:ro', '/usr/lib:/lib:ro', '/usr/lib64:/lib64:ro']
            .concat('/etc/alternatives:/etc/alternatives:ro')
            .concat(`${libraries}:${libraries}:ro`, `${folder}:${folder}`, ...binds),
          ...more,
        },
      }),
    )
    containers.push(made.Id)
    await ask(socket, 'POST', `/containers/${made.Id}/start`)
    await untilReady(control, () => false)
    return { ...remote(control), containerId: made.Id }
  }

  return {
    async onHost(needs, through = []) {
      const control = nextControl()
      const order: ChildNeeds = { control, needs }
      const [command, args] = docker.inside(...through, process.execPath, program, JSON.stringify(order))
      const running = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
      children.push(running)
      await untilReady(control, () => running.exitCode !== null)
      return remote(control)
    },
    inContainer: (needs, more = {}) =>
      contained({ ...needs, settings: { ...needs.settings, uri: 'unix:///docker.sock' } }, more, [
        `${socket}:/docker.sock`,
      ]),
    behind: (proxy, needs) =>
      contained({ ...needs, settings: { ...needs.settings, uri: proxy.uri } }, {}, []),
    async proxy(rules) {
      const order: ProxyOrder = { socket: nextControl(), docker: socket, rules }
      let running: ChildProcess | null = null
      const start = async (): Promise<void> => {
        for (const file of [order.socket, readyFile(order.socket)]) await rm(file, { force: true })
        const [command, args] = docker.inside(process.execPath, proxyProgram, JSON.stringify(order))
        const started = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
        children.push(started)
        running = started
        await untilReady(order.socket, () => started.exitCode !== null)
      }
      await start()
      return {
        uri: `unix://${order.socket}`,
        start,
        async kill() {
          if (running === null) return
          const exited = once(running, 'exit')
          process.kill(onlyChildOf(running), 'SIGKILL')
          await exited
        },
      }
    },
    async end() {
      for (const running of children) {
        if (running.exitCode !== null || running.signalCode !== null) continue
        const exited = once(running, 'exit')
        running.kill('SIGTERM')
        await exited
      }
      for (const id of containers) await ask(socket, 'DELETE', `/containers/${id}?force=1&v=1`)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilReady(socket: string, isOver: () => boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (
      await access(readyFile(socket)).then(
        () => true,
        () => false,
      )
    )
      return
    if (isOver()) break
    await wait(50)
  }
  throw new Error('the server in there did not start')
}

const remote = (control: string): DockerServer => ({
  start: (order) => call(control, 'start', order),
  destroy: (id) => call(control, 'destroy', id),
  list: () => call(control, 'list'),
  log: (id) => call(control, 'log', id),
  limits: () => call(control, 'limits'),
  notes: () => call(control, 'notes'),
  guard: () => call(control, 'guard'),
  exchange: (host, port, words) => call(control, 'exchange', host, port, words),
})

async function call<T>(socketPath: string, name: string, ...args: unknown[]): Promise<T> {
  const asked = request({ socketPath, method: 'POST', path: '/' })
  asked.end(JSON.stringify({ call: name, args }))
  const [answer] = await once(asked, 'response')
  const said: { value: T; fault?: string } = JSON.parse(await text(answer))
  if (said.fault !== undefined) throw new Error(said.fault)
  return said.value
}

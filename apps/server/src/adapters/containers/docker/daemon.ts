import { readFile } from 'node:fs/promises'
import { Agent as HttpAgent } from 'node:http'
import type Docker from 'dockerode'
import { within } from '../../../kit/timeout.ts'
import { type DaemonAddress, parseDaemonAddress } from './address.ts'
import { DaemonFault, faultOf } from './fault.ts'
import type { DockerSettings } from './needs.ts'
import { Agent as HttpsAgent } from 'node:https'
import { inspect } from 'node:util'

/** Every request has a connection of its own, so that a daemon may come and go. */
export type Daemon = {
  readonly address: DaemonAddress
  /** Answers in time or fails with a `DaemonFault`. An answer that comes too late goes to `onLate`. */
  ask<T>(
    question: (docker: Docker) => Promise<T>,
    options?: { withinMs?: number; onLate?: (answer: T) => void },
  ): Promise<T>
  close(): void
}

const answerWithinMs = 20_000
// The last resort against unused connections; a stream that is cut off starts over.
const silentMs = 900_000

type DaemonSettings = Pick<DockerSettings, 'uri' | 'userName' | 'password' | 'tlsCa' | 'tlsCert' | 'tlsKey'>

export const createDaemon = (settings: DaemonSettings): Daemon => {
  const tls = settings.tlsCa !== null || settings.tlsCert !== null
  const address = parseDaemonAddress(settings.uri, tls, process.platform)
  const secure = address.kind === 'host' && address.protocol === 'https'
  const agent = openAgent(secure)
  let opened: Promise<Docker> | null = null

  const open = (): Promise<Docker> => {
    opened ??= connect(settings, address, agent).catch((error: unknown) => {
      opened = null
      throw error
    })
    return opened
  }

  return {
    address,
    async ask(question, { withinMs = answerWithinMs, onLate } = {}) {
      const docker = await open()
      let isLate = false
      const answer = question(docker)
      answer.then(
        (value) => isLate && onLate?.(value),
        () => undefined,
      )
      const late = (): Error => {
        isLate = true
        return new DaemonFault(null, `The Docker daemon at ${address.shown} didn't respond in time`)
      }
      try {
        return await within(withinMs, answer, late)
      } catch (error) {
        throw faultOf(error, address.shown)
      }
    },
    close: () => agent.destroy(),
  }
}

// Everything is explicit: the library takes defaults from the environment.
const connect = async (
  settings: DaemonSettings,
  address: DaemonAddress,
  agent: HttpAgent,
): Promise<Docker> => {
  const { default: Dockerode } = await import('dockerode')
  const [ca, cert, key] = await Promise.all([settings.tlsCa, settings.tlsCert, settings.tlsKey].map(read))
  const isHost = address.kind === 'host'
  const options = {
    socketPath: isHost ? undefined : address.path,
    host: isHost ? address.host : undefined,
    port: isHost ? address.port : undefined,
    protocol: isHost ? address.protocol : 'http',
    // The library puts what it calls the version before every path.
    version: isHost && address.prefix !== '' ? address.prefix : undefined,
    username: undefined,
    timeout: silentMs,
    headers: loginOf(settings, address),
    agent,
    ca,
    cert,
    key,
  } as const
  try {
    return new Dockerode(options)
  } catch (cause) {
    // The library reads them before its options.
    const words = 'DOCKER_HOST and DOCKER_CERT_PATH are invalid and not used: remove them'
    throw new DaemonFault(null, words, cause)
  }
}

const loginOf = ({ userName, password }: DaemonSettings, address: DaemonAddress): Record<string, string> => {
  const given = userName === null ? '' : `${userName}:${password ?? ''}`
  const login = given || (address.kind === 'host' ? address.login : '')
  return login === '' ? {} : { Authorization: `Basic ${Buffer.from(login).toString('base64')}` }
}

const read = async (path: string | null): Promise<Buffer | undefined> => {
  if (path === null) return undefined
  try {
    return await readFile(path)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? ` (${String(cause.code)})` : ''
    throw new DaemonFault(null, `The file ${path} for the connection to Docker can't be read${code}`, cause)
  }
}

/** Without it, the library repeats all of them in the address, where flags get into logs. */
export const asBody = <T extends object>(options: T, query: Readonly<Record<string, unknown>> = {}): T =>
  // Members of the library that its types leave out.
  ({ _query: query, _body: options }) as unknown as T

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const stringsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((each): each is string => typeof each === 'string')

// Keeps no connections: the library describes each request with all that its agent has open, which takes half
// a second while many instances start.
export const openAgent = (secure: boolean): HttpAgent => {
  const agent = secure ? new HttpsAgent({ keepAlive: false }) : new HttpAgent({ keepAlive: false })
  return Object.defineProperty(agent, inspect.custom, { value: () => 'Agent' })
}

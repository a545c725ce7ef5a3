import { once } from 'node:events'
import { resolve } from 'node:path'
import { SocketTaken, startDockerProxy } from '../adapters/containers/docker-proxy/create.ts'
import { capabilityName } from '../adapters/containers/docker/specification.ts'
import type { Config } from '../config/schema.ts'
import { installationMark } from '../core/setting/vault.ts'
import { createOut } from '../telemetry/out.ts'
import { readSettings } from './settings.ts'
import { done, finding, type Input, Refusal, type Verb, wrongUsage } from './verb.ts'

/** Ends when it is interrupted, which is its ordinary end. */
export const dockerProxy: Verb = {
  words: [],
  flags: { socket: { type: 'string' }, docker: { type: 'string' }, installation: { type: 'string' } },
  flagTexts: {
    socket: 'Socket to listen on. Otherwise, dockerProxy.socket',
    docker: 'Socket of the Docker daemon. Otherwise, dockerProxy.docker',
    installation: 'Mark of the installation. Otherwise, dockerProxy.installation, or that of secretKey',
  },
  summary: 'Stand between the Docker daemon and servers in containers, until interrupted',
  async run(input, io) {
    const { config, findings } = readSettings(input, io)
    const socket = pathIn(input, 'socket', io.cwd) ?? config.dockerProxy.socket
    const docker = pathIn(input, 'docker', io.cwd) ?? config.dockerProxy.docker
    if (socket === docker) throw wrongUsage('The proxy and the daemon need a socket each.')
    const installation = installationIn(input, config)
    const out = createOut(config.logLevel, { write: io.say })
    for (const { message } of findings) out.warn(message)
    const proxy = await startDockerProxy({
      socket,
      docker,
      rules: rulesOf(config, installation),
      version: io.version,
      clock: io.clock,
      onRefused: (refusal) => out.warn(refusal, 'call refused'),
      onNote: (note) => out.warn(note),
      report: (error) => out.error({ err: error }, 'call failed'),
    }).catch((error: unknown) => {
      throw error instanceof SocketTaken ? taken(error) : error
    })
    out.info({ socket, docker, installation }, 'docker proxy listening')
    if (!io.signal.aborted) await once(io.signal, 'abort')
    await proxy.close()
    return done('The Docker proxy has stopped.', { refused: proxy.refused })
  },
}

const pathIn = ({ flags }: Input, name: string, cwd: string): string | null => {
  const { [name]: path } = flags
  return typeof path === 'string' ? resolve(cwd, path) : null
}

const installationIn = ({ flags: { installation } }: Input, config: Config): string => {
  if (typeof installation === 'string') return installation
  const known = config.dockerProxy.installation
  if (known !== null) return known
  if (config.secretKey !== null) return installationMark(config.secretKey)
  throw new Refusal(
    2,
    finding('error', 'installation.unknown', 'settings', 'Which installation the proxy serves is unknown.', {
      remedy: 'Set PENNANT_SECRET_KEY as for the server, or PENNANT_DOCKER_PROXY__INSTALLATION.',
    }),
  )
}

const rulesOf = ({ containerProvider, dockerProxy: { registries } }: Config, installation: string) => ({
  installation,
  prefix: containerProvider.dockerConfig.challengeNetwork,
  registries: registries.map((each) => each.toLowerCase()),
  capabilities: containerProvider.capabilities.map(capabilityName),
  maxProcesses: containerProvider.dockerConfig.maxProcesses,
  publishes: containerProvider.portMappingType === 'Default',
})

const taken = ({ message }: SocketTaken): Refusal =>
  new Refusal(
    1,
    finding('error', 'socket.taken', 'docker-proxy', `${message}.`, {
      remedy: 'Stop the other proxy, or set PENNANT_DOCKER_PROXY__SOCKET to another path.',
    }),
  )

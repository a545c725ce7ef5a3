import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import WebSocket from 'ws'
import { createDockerContainers } from '../../apps/server/src/adapters/containers/docker/create.ts'
import { startDockerProxy } from '../../apps/server/src/adapters/containers/docker-proxy/create.ts'
import type { DockerNeeds } from '../../apps/server/src/adapters/containers/docker/needs.ts'
import type { ChallengeRow, NewChallengeRow } from '../../apps/server/src/ports/tables/challenge.ts'
import type { NewGameRow } from '../../apps/server/src/ports/tables/game.ts'
import { proxyRules, quietProxy } from './docker-proxy-needs.ts'
import { askDocker, dockerNeeds, removeNetworks, sharedDocker } from './shared-docker.ts'
import { imageName, type ServiceName, servicePort } from './docker-image.ts'
import { createInstanceSetup, type InstanceSetup } from './instance-setup.ts'

type Given = Partial<NewChallengeRow> & { flags?: readonly string[] }

export type FoundContainer = { Id: string; State: string; Labels: Record<string, string> }

export type DockerInstanceSetup = Omit<InstanceSetup, 'fakeContainers'> & {
  installation: string
  served(service: ServiceName, given?: Given): Promise<ChallengeRow>
  found(): Promise<FoundContainer[]>
}

type Options = {
  proxied?: boolean
  /** The Docker proxy stands between the server and the daemon. */
  behindProxy?: boolean
  startsAtOnce?: number
  game?: Partial<NewGameRow>
  settings?: Record<string, string>
}

export const createDockerInstanceSetup = async ({
  proxied = false,
  behindProxy = false,
  startsAtOnce = 4,
  game = { container_count_limit: 0 },
  settings = {},
}: Options = {}): Promise<DockerInstanceSetup> => {
  const { uri, remoteUri } = sharedDocker()
  const direct = dockerNeeds(uri, { startsAtOnce, publicEntry: new URL(remoteUri).hostname })
  const proxy = behindProxy ? await openProxy(direct) : null
  const needs = { ...direct, settings: { ...direct.settings, uri: proxy?.uri ?? uri } }
  const setup = await createInstanceSetup({
    containers: createDockerContainers(needs),
    game,
    settings: {
      CONTAINER_PROVIDER__PORT_MAPPING_TYPE: proxied ? 'PlatformProxy' : 'Default',
      ...settings,
    },
  })
  const filters = JSON.stringify({ label: [`pennant.installation=${needs.installation}`] })
  const found = async (): Promise<FoundContainer[]> =>
    JSON.parse(await askDocker('GET', `/containers/json?all=1&filters=${encodeURIComponent(filters)}`))

  return {
    ...setup,
    installation: needs.installation,
    found,
    served: (service, given = {}) =>
      setup.challenge({ container_image: imageName(service), expose_port: servicePort, ...given }),
    async close() {
      await setup.close()
      await proxy?.close()
      for (const { Id } of await found()) await askDocker('DELETE', `/containers/${Id}?force=1&v=1`)
      await removeNetworks(needs.settings.challengeNetwork ?? '')
    },
  }
}

const openProxy = async (needs: DockerNeeds) => {
  const folder = await mkdtemp('/tmp/pennant-proxy-')
  const [socket, docker] = [join(folder, 'socket'), needs.settings.uri.replace('unix://', '')]
  const proxy = await startDockerProxy({ ...quietProxy, socket, docker, rules: proxyRules(needs) })
  return {
    uri: `unix://${socket}`,
    async close() {
      await proxy.close()
      await rm(folder, { recursive: true })
    },
  }
}

export const answerAt = (entry: string, words = ''): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(`tcp://${entry}`)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true }, () =>
      socket.end(words),
    )
    let said = ''
    socket.setTimeout(20_000, () => socket.destroy(new Error('it says nothing')))
    socket.setEncoding('utf8').on('data', (text: string) => (said += text))
    socket.on('error', reject).on('close', () => resolve(said))
  })

export const answerThrough = (origin: string, path: string, words = '', enough = Infinity): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(origin.replace('http', 'ws') + path)
    let said = ''
    socket.on('open', () => words !== '' && socket.send(words))
    socket.on('message', (bytes: Buffer) => {
      said += bytes.toString()
      if (said.length >= enough) socket.close()
    })
    socket.on('error', reject).on('close', () => resolve(said))
  })

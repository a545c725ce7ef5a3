import { orderOf } from '../../apps/server/src/adapters/containers/containers.suite.ts'
import { allFeatures } from '../../apps/server/src/adapters/containers/docker/feature.ts'
import { creationOf } from '../../apps/server/src/adapters/containers/docker/network-shape.ts'
import { type Plan, specificationOf } from '../../apps/server/src/adapters/containers/docker/specification.ts'
import type { Call } from '../../apps/server/src/adapters/containers/docker-proxy/call.ts'
import type { Verdict } from '../../apps/server/src/adapters/containers/docker-proxy/doors.ts'
import { judge, needsOf } from '../../apps/server/src/adapters/containers/docker-proxy/judge.ts'
import type {
  Known,
  KnownContainer,
  KnownNetwork,
  Rules,
} from '../../apps/server/src/adapters/containers/docker-proxy/known.ts'

export const [us, them] = ['0123456789abcdef', 'fedcba9876543210']
export const idOf = (digit: string): string => digit.repeat(64)
export const [mine, foreign, plain] = [idOf('a'), idOf('b'), idOf('c')]
export const instance = '11111111-2222-4333-8444-555555555555'
export const suffix = '00112233445566ff'

export const rules: Rules = {
  installation: us,
  prefix: null,
  registries: ['docker.io/ctf', 'docker.io/library', 'registry.example:5000'],
  capabilities: ['SYS_PTRACE'],
  maxProcesses: 512,
  publishes: true,
}

const containers: readonly KnownContainer[] = [
  { id: mine, name: `web_${suffix}`, installation: us },
  { id: foreign, name: 'web_other', installation: them },
  { id: plain, name: 'postgres', installation: null },
]
const networks: readonly KnownNetwork[] = [
  { id: idOf('1'), name: 'pennant-open', mode: 'Open', installation: us },
  { id: idOf('2'), name: 'pennant-isolated', mode: 'Isolated', installation: us },
  { id: idOf('3'), name: 'pennant-custom', mode: 'Custom', installation: null },
  { id: idOf('4'), name: 'pennant-isolated', mode: 'Isolated', installation: them },
]

/** As the daemon finds things: by id, name, or the beginning of an id. */
export const knownOf = (call: Call, more: Partial<Known> = {}): Known => {
  const { container, networks: named, host, instance: target } = needsOf(call)
  const found = containers.find(
    ({ id, name }) => container !== null && (name === container || id.startsWith(container)),
  )
  return {
    container: found ?? null,
    networks: named ? networks : [],
    host: host ? { processors: 2, ports: { from: 32_768, to: 60_999 }, noRules: null } : null,
    isInstance: target !== null && target.host === '172.18.0.2' && target.port === 7000,
    ...more,
  }
}

export const callOf = (method: string, target: string, given: Partial<Call> = {}): Call => ({
  method,
  target,
  headers: ['Host', 'localhost', 'Connection', 'keep-alive'],
  body: '',
  ...given,
})
export const decide = (call: Call, known: Partial<Known> = {}, more: Partial<Rules> = {}): Verdict =>
  judge(call, knownOf(call, known), { ...rules, ...more })
export const words = (...names: string[]): string[] => ['Content-Type', 'application/json', ...names]

export const plan: Plan = {
  order: orderOf('ctf/web:1', { id: instance }),
  image: { labels: {}, program: '' },
  name: `web_${suffix}`,
  networkId: idOf('1'),
  installation: us,
  processors: 2,
  bindAddress: null,
  hostPort: '',
  settings: { capabilities: [], allowSetuid: false, maxProcesses: 512 },
  features: allFeatures,
}
export const bodyOf = (more: Partial<Plan> = {}): Record<string, unknown> => {
  const { name: _name, ...body } = specificationOf({ ...plan, ...more })
  return JSON.parse(JSON.stringify(body)) as Record<string, unknown>
}
export const hostConfigOf = (more: Partial<Plan> = {}): Record<string, unknown> =>
  bodyOf(more)['HostConfig'] as Record<string, unknown>
export const createOf = (body: unknown, query = `name=web_${suffix}`): Call =>
  callOf('POST', `/containers/create?${query}`, {
    headers: words(),
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
export const withHost = (more: object): Call =>
  createOf({ ...bodyOf(), HostConfig: { ...hostConfigOf(), ...more } })
export const withBody = (more: object): Call => createOf({ ...bodyOf(), ...more })
export const filters = (value: unknown): string => `filters=${encodeURIComponent(JSON.stringify(value))}`
export const ourLabel = `pennant.installation=${us}`
export const networkBody = (more: object = {}): string =>
  JSON.stringify({ ...creationOf('pennant-open', us, { mode: 'Open', publishes: false }), ...more })
export const networkCall = (body: string): Call =>
  callOf('POST', '/networks/create', { headers: words(), body })
export const login = (value: object): string[] => [
  'X-Registry-Auth',
  Buffer.from(JSON.stringify(value)).toString('base64url'),
]
export const dialing = ['Connection', 'upgrade', 'Upgrade', 'pennant']

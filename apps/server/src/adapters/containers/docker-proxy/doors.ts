import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../docker/daemon.ts'
import { installationLabel, instanceLabel } from '../docker/label.ts'
import { networkName, networkNames } from '../docker/network-names.ts'
import { creationOf } from '../docker/network-shape.ts'
import { jsonOf, Missing, Refused } from './call.ts'
import { judgedContainer } from './container.ts'
import { allowedImage } from './image.ts'
import { isOurs, type Known, type Needs, type Rules, type Target } from './known.ts'

/** Written from what was judged. Nothing of the call itself is passed on. */
export type Outgoing = {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly registryAuth?: string
  /** Which answers hold more than a server may see. */
  readonly answer?: 'info' | 'containers' | 'networks' | 'network'
}

export type Verdict =
  | { readonly kind: 'send'; readonly outgoing: Outgoing }
  | { readonly kind: 'describe' }
  | { readonly kind: 'dial'; readonly target: Target }
  | { readonly kind: 'missing'; readonly why: string }
  | { readonly kind: 'refuse'; readonly status: number; readonly why: string }

export type Asked = {
  /** What the path names: a container, a network, an image, or an address. */
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: ReadonlyMap<string, string>
  readonly body: string
}

export type Door = {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: RegExp
  /** All have to be there, and no others. */
  readonly query?: Readonly<Record<string, RegExp>>
  readonly headers?: readonly string[]
  /** Otherwise there is none, or it repeats the parameters, as the library does. */
  readonly hasBody?: true
  readonly needs?: (name: string) => Partial<Needs>
  open(asked: Asked, known: Known, rules: Rules): Outgoing | Verdict
}

const yes = /^true$/
const json = /^\{/
const containerAt = (rest: string): RegExp => new RegExp(`^/containers/([A-Za-z0-9][\\w.-]{0,199})/${rest}$`)
const networkAt = /^\/networks\/([0-9a-f]{64})$/
const theContainer = (container: string): Partial<Needs> => ({ container })
const theNetworks = (): Partial<Needs> => ({ networks: true })

/** The only calls that are let through: those of the server's Docker provider, and two of our own. */
export const doors: readonly Door[] = [
  { method: 'GET', path: /^\/_ping$/, open: () => get('/_ping') },
  { method: 'GET', path: /^\/info$/, open: () => ({ ...get('/info'), answer: 'info' }) },
  {
    method: 'GET',
    path: /^\/containers\/json$/,
    query: { all: yes, filters: json },
    open: ({ query }, _known, { installation }) => {
      const filters = { label: [`${installationLabel}=${installation}`, ...instanceIn(query['filters'])] }
      expectSame(jsonOf(query['filters'] ?? '', 'filters'), filters, 'only instances are listed')
      return { ...get('/containers/json', { all: 'true', filters }), answer: 'containers' }
    },
  },
  {
    method: 'POST',
    path: /^\/containers\/create$/,
    query: { name: /^[A-Za-z0-9][\w.-]{0,199}$/ },
    hasBody: true,
    needs: () => ({ networks: true, host: true }),
    open: ({ query, body }, known, rules) => {
      const { name = '' } = query
      const judged = judgedContainer(jsonOf(body, 'the body'), name, known, rules)
      return { ...post('/containers/create', { name }), body: judged }
    },
  },
  {
    method: 'GET',
    path: containerAt('json'),
    needs: theContainer,
    open: (...given) => get(`/containers/${ours(...given)}/json`),
  },
  {
    method: 'POST',
    path: containerAt('start'),
    needs: theContainer,
    open: (...given) => post(`/containers/${ours(...given)}/start`),
  },
  {
    method: 'POST',
    path: containerAt('wait'),
    query: { condition: /^not-running$/ },
    needs: theContainer,
    open: (...given) => post(`/containers/${ours(...given)}/wait`, given[0].query),
  },
  {
    method: 'GET',
    path: containerAt('logs'),
    query: { stdout: yes, stderr: yes, tail: /^\d{1,4}$/, follow: /^false$/ },
    needs: theContainer,
    open: (...given) => get(`/containers/${ours(...given)}/logs`, given[0].query),
  },
  {
    method: 'GET',
    path: containerAt('export'),
    needs: theContainer,
    open: (...given) => get(`/containers/${ours(...given)}/export`),
  },
  {
    method: 'DELETE',
    path: /^\/containers\/([A-Za-z0-9][\w.-]{0,199})$/,
    query: { force: yes, v: yes },
    needs: theContainer,
    open: (...given) => remove(`/containers/${ours(...given)}`, given[0].query),
  },
  {
    method: 'GET',
    path: /^\/events$/,
    query: { filters: json },
    open: ({ query }, _known, { installation }) => {
      const label = [`${installationLabel}=${installation}`]
      const filters = { type: ['container'], event: ['die', 'destroy'], label }
      expectSame(jsonOf(query['filters'] ?? '', 'filters'), filters, 'only ends of instances are told')
      return get('/events', { filters })
    },
  },
  {
    method: 'GET',
    path: /^\/images\/(.{1,500})\/json$/,
    open: ({ name }, _known, { registries }) => get(`/images/${allowedImage(name, registries).full}/json`),
  },
  {
    method: 'POST',
    path: /^\/images\/create$/,
    query: { fromImage: /./, tag: /./ },
    headers: ['x-registry-auth'],
    open: ({ query, headers }, _known, { registries }) => {
      const { fromImage = '', tag = '' } = query
      const { repository, version } = allowedImage(
        `${fromImage}${tag.includes(':') ? '@' : ':'}${tag}`,
        registries,
      )
      if (repository !== fromImage || version !== tag) throw new Refused('this is not the name of an image')
      return { ...post('/images/create', { fromImage, tag }), ...loginIn(headers.get('x-registry-auth')) }
    },
  },
  {
    method: 'GET',
    path: /^\/networks$/,
    query: { filters: json },
    open: ({ query }, _known, { prefix }) => {
      const filters = jsonOf(query['filters'] ?? '', 'filters')
      const known = networkNames(prefix)
      const name = isRecord(filters) && Array.isArray(filters['name']) ? filters['name'] : []
      const wanted = known.filter((one) => name.includes(one))
      expectSame(filters, { name: wanted }, 'only networks of instances are listed')
      if (wanted.length === 0) throw new Refused('only networks of instances are listed')
      return { ...get('/networks', { filters: { name: wanted } }), answer: 'networks' }
    },
  },
  {
    method: 'POST',
    path: /^\/networks\/create$/,
    hasBody: true,
    needs: theNetworks,
    open: ({ body }, known, rules) => {
      const given = jsonOf(body, 'the body')
      const shapes = (['Open', 'Isolated'] as const).flatMap((mode) =>
        [true, false].map((publishes) =>
          creationOf(networkName(rules.prefix, mode), rules.installation, { mode, publishes }),
        ),
      )
      const shape = shapes.find((one) => isDeepStrictEqual(given, one))
      if (shape === undefined) throw new Refused('this is no network of instances')
      if (known.networks.some((one) => one.name === shape.Name && !isOurs(one, rules)))
        throw new Refused(
          `the network ${shape.Name} is not of this installation: set another challengeNetwork`,
        )
      return { ...post('/networks/create'), body: shape }
    },
  },
  {
    method: 'GET',
    path: networkAt,
    needs: theNetworks,
    open: ({ name }, known, rules) => {
      const network = known.networks.find(({ id }) => id === name)
      if (network === undefined || !isOurs(network, rules)) throw new Refused('no such network', 404)
      return { ...get(`/networks/${network.id}`), answer: 'network' }
    },
  },
  {
    method: 'DELETE',
    path: networkAt,
    needs: theNetworks,
    open: ({ name }, known, rules) => {
      const network = known.networks.find(({ id }) => id === name)
      if (network?.installation !== rules.installation) throw new Refused('no such network', 404)
      return remove(`/networks/${network.id}`)
    },
  },
  { method: 'GET', path: /^\/pennant$/, needs: () => ({ host: true }), open: () => ({ kind: 'describe' }) },
  {
    method: 'GET',
    path: /^\/pennant\/dial\/(\d{1,3}(?:\.\d{1,3}){3}:\d{1,5})$/,
    headers: ['upgrade'],
    needs: (name) => ({ instance: targetIn(name) }),
    open: ({ name, headers }, { isInstance }) => {
      if (headers.get('upgrade') !== 'pennant') throw new Refused('connections need an upgrade')
      if (!isInstance) throw new Refused('no instance has this address and port')
      return { kind: 'dial', target: targetIn(name) }
    },
  },
]

export const expectSame = (given: unknown, wanted: unknown, why: string): void => {
  if (!isDeepStrictEqual(given, wanted)) throw new Refused(why)
}

// Docker takes beginnings of ids, too, and what they mean changes.
const ours = ({ name }: Asked, { container }: Known, { installation }: Rules): string => {
  if (container === null) throw new Missing('no such container')
  const isNamed = container.id === name || container.name === name
  if (!isNamed || container.installation !== installation) throw new Refused('no such container', 404)
  return container.id
}

const instanceIn = (filters = ''): string[] => {
  const [label] = new RegExp(`"${instanceLabel}=[0-9a-f-]{36}"`).exec(filters) ?? []
  return label === undefined ? [] : [label.slice(1, -1)]
}

const loginMembers = ['username', 'password', 'serveraddress']

const loginIn = (header: string | undefined): Pick<Outgoing, 'registryAuth'> => {
  if (header === undefined) return {}
  const text = Buffer.from(header, 'base64url').toString()
  const login = jsonOf(text, 'the login')
  const isLogin =
    isRecord(login) &&
    isDeepStrictEqual(Object.keys(login), loginMembers) &&
    Object.values(login).every((each) => typeof each === 'string')
  if (!isLogin) throw new Refused('this is no login for a registry')
  return { registryAuth: Buffer.from(text).toString('base64url') }
}

const targetIn = (name: string): Target => {
  const [host = '', port = ''] = name.split(':')
  return { host, port: Number(port) }
}

const get = (path: string, query: object = {}): Outgoing => ({ method: 'GET', path: withQuery(path, query) })
const post = (path: string, query: object = {}): Outgoing => ({
  method: 'POST',
  path: withQuery(path, query),
})
const remove = (path: string, query: object = {}): Outgoing => ({
  method: 'DELETE',
  path: withQuery(path, query),
})

const withQuery = (path: string, query: object): string => {
  const values = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ])
  return values.length === 0 ? path : `${path}?${new URLSearchParams(values).toString()}`
}

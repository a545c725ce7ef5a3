import type { V1Pod, V1Service } from '@kubernetes/client-node'
import type { FakeNode } from './fake-kubernetes-node.ts'
import type { NodePorts } from './fake-kubernetes-ports.ts'
import type { Rights } from './fake-kubernetes-rights.ts'
import { type Kind, ruleFaults } from './fake-kubernetes-rules.ts'
import { schemaFaults } from './fake-kubernetes-schema.ts'
import type { ObjectStore, Stored } from './fake-kubernetes-store.ts'
import type { WatchQuery } from './fake-kubernetes-watch.ts'

type Cluster = {
  readonly store: ObjectStore
  readonly node: FakeNode
  readonly ports: NodePorts
  readonly rights: Rights | null
  readonly quota: number
  readonly accounts: Set<string>
}
export type ApiCall = {
  readonly verb: string
  readonly group: string
  readonly namespace: string | null
  readonly resource: string
  readonly name: string | null
  readonly query: URLSearchParams
  readonly body: unknown
}
export type Answer =
  | { status: number; value: unknown; text?: string | Buffer; headers?: Record<string, string> }
  | { watch: WatchQuery }
export type Plain = Exclude<Answer, { watch: unknown }>

const kinds: Readonly<Record<string, { kind: Kind; model: string; apiVersion: string }>> = {
  namespaces: { kind: 'Namespace', model: 'V1Namespace', apiVersion: 'v1' },
  pods: { kind: 'Pod', model: 'V1Pod', apiVersion: 'v1' },
  services: { kind: 'Service', model: 'V1Service', apiVersion: 'v1' },
  secrets: { kind: 'Secret', model: 'V1Secret', apiVersion: 'v1' },
  networkpolicies: {
    kind: 'NetworkPolicy',
    model: 'V1NetworkPolicy',
    apiVersion: 'networking.k8s.io/v1',
  },
}

export const collectionOf = (namespace: string | null, resource: string): string =>
  `${namespace ?? ''}/${resource}`

export function refused(status: number, reason: string, message: string): Plain {
  return {
    status,
    value: { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code: status },
  }
}

export async function handle(call: ApiCall, cluster: Cluster): Promise<Answer> {
  const { verb, group, namespace, resource, name } = call
  const { store } = cluster
  const collection = collectionOf(namespace, resource)
  if (
    cluster.rights &&
    !cluster.rights.may(verb, group, resource, resource === 'namespaces' ? name : namespace)
  ) {
    const where = namespace === null ? 'at the cluster scope' : `in the namespace "${namespace}"`
    const what = `cannot ${verb} resource "${resource}" in API group "${group}" ${where}`
    return refused(403, 'Forbidden', `${resource} "${name ?? ''}" is forbidden: User "pennant" ${what}`)
  }
  if (resource === 'pods/log') return log(call, cluster)
  const found = name === null ? null : store.get(collection, name)
  if (name !== null && found === null) {
    return refused(404, 'NotFound', `${resource} "${name}" not found`)
  }
  switch (verb) {
    case 'get':
      return { status: 200, value: found }
    case 'list':
      return list(call, store, collection)
    case 'watch':
      return {
        watch: {
          collection,
          since: Number(call.query.get('resourceVersion')),
          seconds: Number(call.query.get('timeoutSeconds') ?? 1800),
          bookmarks: call.query.get('allowWatchBookmarks') === 'true',
          selects: selectorOf(call.query),
        },
      }
    case 'create':
      return create(call, cluster, collection)
    case 'update':
      return update(call, store, collection, found)
    case 'delete':
      return remove(call, cluster, collection, found)
    default:
      return refused(405, 'MethodNotAllowed', 'the server does not allow this method')
  }
}

function list({ query, resource }: ApiCall, store: ObjectStore, collection: string): Answer {
  const all = store.list(collection, selectorOf(query))
  const [from, version] = (query.get('continue') ?? `0,${store.version}`).split(',').map(Number)
  const end = (from ?? 0) + Math.max(1, Number(query.get('limit') ?? all.length))
  const metadata = {
    resourceVersion: String(version),
    ...(end < all.length && { continue: `${end},${version}` }),
  }
  return { status: 200, value: { kind: `${resource}List`, metadata, items: all.slice(from, end) } }
}

async function create(call: ApiCall, cluster: Cluster, collection: string): Promise<Plain> {
  const { resource, namespace } = call
  const { store } = cluster
  const fault = faultOf(call)
  if (fault !== null) return fault
  const object = structuredClone(call.body) as Stored
  const { name = '' } = object.metadata
  if (namespace !== null) {
    const room = store.get(collectionOf(null, 'namespaces'), namespace)
    if (room === null) return refused(404, 'NotFound', `namespaces "${namespace}" not found`)
    object.metadata.namespace = namespace
    const forbidden = resource === 'pods' ? admission(cluster, room, collection, name) : null
    if (forbidden !== null) return refused(403, 'Forbidden', `pods "${name}" is forbidden: ${forbidden}`)
  }
  if (store.get(collection, name) !== null) {
    return refused(409, 'AlreadyExists', `${resource} "${name}" already exists`)
  }
  if (resource === 'pods') object['status'] = { phase: 'Pending' }
  if (resource === 'namespaces') object['status'] = { phase: 'Active' }
  const made = store.add(collection, object)
  if (resource !== 'services') return { status: 201, value: made }
  const service = made as unknown as V1Service
  const nodePort = await cluster.ports.open(collection, service)
  const published = store.change(collection, name, (found) => {
    const [port] = (found as unknown as V1Service).spec?.ports ?? []
    if (port !== undefined) port.nodePort = nodePort
  })
  collect(cluster, collection, service)
  return { status: 201, value: published }
}

function collect(cluster: Cluster, collection: string, { metadata }: V1Service): void {
  const owner = metadata?.ownerReferences?.[0]
  if (owner === undefined) return
  const timer = setInterval(() => {
    const pods = collection.replace(/services$/, 'pods')
    if (cluster.store.get(pods, owner.name)?.metadata.uid === owner.uid) return
    clearInterval(timer)
    cluster.store.remove(collection, metadata?.name ?? '')
    cluster.ports.closeOf(metadata?.uid ?? '')
  }, 20)
  timer.unref()
}

function admission(cluster: Cluster, room: Stored, collection: string, name: string): string | null {
  // A controller creates the account of the pods a moment after the namespace.
  if (!cluster.accounts.has(room.metadata.uid ?? '')) {
    setTimeout(() => cluster.accounts.add(room.metadata.uid ?? ''), 30)
    const account = `${room.metadata.name}/default`
    return `error looking up service account ${account}: serviceaccount "default" not found`
  }
  const used = cluster.store.list(collection).length
  if (used < cluster.quota || cluster.store.get(collection, name)) return null
  return `exceeded quota: games, requested: pods=1, used: pods=${used}, limited: pods=${cluster.quota}`
}

function update(call: ApiCall, store: ObjectStore, collection: string, found: Stored | null): Plain {
  const fault = faultOf(call)
  if (fault !== null) return fault
  const given = call.body as Stored
  const version = given.metadata.resourceVersion
  if (version !== undefined && version !== found?.metadata.resourceVersion) {
    const what = `Operation cannot be fulfilled on ${call.resource} "${call.name}"`
    return refused(409, 'Conflict', `${what}: the object has been modified`)
  }
  const metadata = { ...found?.metadata, ...given.metadata }
  return { status: 200, value: store.put(collection, { ...structuredClone(given), metadata }) }
}

function remove(call: ApiCall, { store, node }: Cluster, collection: string, found: Stored | null): Plain {
  const options = (call.body ?? {}) as { gracePeriodSeconds?: number; preconditions?: { uid?: string } }
  const faults = schemaFaults('V1DeleteOptions', options)
  if (faults.length > 0) return refused(400, 'BadRequest', faults.join(', '))
  const { uid, name = '' } = found?.metadata ?? {}
  if (options.preconditions?.uid !== undefined && options.preconditions.uid !== uid) {
    const why = `the UID in the precondition (${options.preconditions.uid}) does not match (${uid})`
    return refused(409, 'Conflict', `Operation cannot be fulfilled: ${why}`)
  }
  const isAtNode = Boolean((found as unknown as V1Pod).spec?.nodeName)
  const grace = options.gracePeriodSeconds ?? 30
  if (grace > 0 && isAtNode) {
    const leaving = store.change(collection, name, ({ metadata }) => {
      Object.assign(metadata, {
        deletionTimestamp: new Date().toISOString(),
        deletionGracePeriodSeconds: grace,
      })
    })
    node.stopPod(collection, name)
    return { status: 200, value: leaving }
  }
  node.stopPod(collection, name)
  store.remove(collection, name)
  return { status: 200, value: { kind: 'Status', apiVersion: 'v1', status: 'Success' } }
}

function faultOf({ resource, body, namespace, name }: ApiCall): Plain | null {
  const known = kinds[resource]
  if (known === undefined) return refused(404, 'NotFound', 'the server could not find the requested resource')
  const strict = schemaFaults(known.model, body)
  if (strict.length > 0) {
    const message = `${known.kind} in version "${known.apiVersion}" cannot be handled: ${strict.join(', ')}`
    return refused(400, 'BadRequest', `strict decoding error: ${message}`)
  }
  const object = body as Stored
  if (object.kind !== known.kind || object.apiVersion !== known.apiVersion) {
    return refused(400, 'BadRequest', `the object provided is unrecognized: ${object.kind}`)
  }
  const { name: own, namespace: home = namespace } = object.metadata
  if (home !== namespace || (name !== null && own !== name)) {
    return refused(400, 'BadRequest', 'the name or namespace of the object does not match the request')
  }
  const rules = ruleFaults(known.kind, object)
  return rules.length === 0
    ? null
    : refused(422, 'Invalid', `${known.kind} "${own}" is invalid: ${rules.join(', ')}`)
}

function log({ namespace, name, query }: ApiCall, { store, node }: Cluster): Plain {
  const pod = store.get(collectionOf(namespace, 'pods'), name ?? '')
  if (pod === null) return refused(404, 'NotFound', `pods "${name}" not found`)
  const state = (pod as unknown as V1Pod).status?.containerStatuses?.[0]?.state
  if (state?.running === undefined && state?.terminated === undefined) {
    return refused(400, 'BadRequest', `container "instance" in pod "${name}" is waiting to start`)
  }
  const whole = node.logOf(pod.metadata.uid ?? '').toString('latin1')
  const lines = whole.split('\n').slice(0, -1)
  const tail = lines.slice(-Number(query.get('tailLines') ?? lines.length)).map((line) => `${line}\n`)
  const limit = Number(query.get('limitBytes') ?? Number.POSITIVE_INFINITY)
  return { status: 200, value: null, text: Buffer.from(tail.join('').slice(0, limit), 'latin1') }
}

function selectorOf(query: URLSearchParams): (object: Stored) => boolean {
  const wanted = (query.get('labelSelector') ?? '').split(',').filter(Boolean)
  const fields = (query.get('fieldSelector') ?? '').split(',').filter(Boolean)
  return (object) =>
    wanted.every((term) => {
      const [key = '', value] = term.split('=')
      const own = object.metadata.labels?.[key]
      return value === undefined ? own !== undefined : own === value
    }) &&
    fields.every((term) => {
      const [path = '', value] = term.split('=')
      const own = path.split('.').reduce<unknown>((at, part) => partOf(at, part), object)
      return own === value
    })
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined

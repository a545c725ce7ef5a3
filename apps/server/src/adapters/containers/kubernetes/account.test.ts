import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { rightsIn } from '../../../../../../tests/kit/fake-kubernetes-rights.ts'
import {
  createKubernetesWorld,
  kubernetesNamespace as namespace,
  outcomeOf,
} from '../../../../../../tests/kit/kubernetes-world.ts'
import { orderOf, startedOf } from '../containers.suite.ts'

const echo = 'registry.example/echo:1'
const shipped = new URL(
  '../../../../../../deploy/kubernetes/components/instances/access.yaml',
  import.meta.url,
)

it('the account that is shipped is allowed all that is needed, and nothing else', async () => {
  const manifest = (await readFile(shipped, 'utf8')).replaceAll('pennant-challenges', namespace)
  await using world = await createKubernetesWorld()
  const { cluster } = world
  cluster.addNamespace(namespace)
  cluster.rights = rightsIn(manifest)

  const node = { metadata: { name: 'node-1' }, spec: { podCIDRs: ['127.0.0.0/8'] } }
  cluster.store.add('/nodes', { apiVersion: 'v1', kind: 'Node', ...node })
  const services = { metadata: { name: 'kubernetes' }, spec: { cidrs: ['172.30.0.0/16'] } }
  cluster.store.add('/servicecidrs', {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'ServiceCIDR',
    ...services,
  })

  const registries = { 'registry.example': { userName: 'u', password: 'p', serverAddress: null } }
  const containers = world.provider({ installation: 'one', registries }, { allowCidr: [] })
  await containers.check()
  const stop = new AbortController()
  const watching = containers.watch(() => undefined, stop.signal)
  const { runtimeId } = startedOf(await outcomeOf(containers, orderOf(echo, { published: true })))
  await containers.log(runtimeId, 5)
  await containers.list()
  await containers.capacity?.()
  const changed = { 'registry.example': { userName: 'u', password: 'new', serverAddress: null } }
  const other = world.provider(
    { installation: 'one', registries: changed },
    { allowCidr: ['10.0.0.0/9'], startSeconds: 2 },
  )
  cluster.once('create services', 'lose')
  startedOf(await outcomeOf(other, orderOf(echo, { published: true })))
  cluster.node.isAway = true
  expect(await outcomeOf(other, orderOf(echo))).toMatchObject({ refused: 'timeout' })
  cluster.node.isAway = false
  await containers.destroy(runtimeId)
  stop.abort()
  await watching

  expect(world.notes).toEqual([])
  const granted = [...manifest.matchAll(/resources: \[(.*)\]\n +verbs: \[(.*)\]/g)].flatMap(
    ([, resource = '', verbs = '']) => verbs.split(', ').map((verb) => `${verb} ${resource}`),
  )
  expect([...new Set(cluster.calls)].toSorted()).toEqual(granted.toSorted())
})

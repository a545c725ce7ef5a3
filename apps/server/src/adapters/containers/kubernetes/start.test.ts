import { once } from 'node:events'
import { createServer } from 'node:net'
import type { V1Node, V1Pod, V1Secret, V1Service } from '@kubernetes/client-node'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exchange } from '../../../../../../tests/kit/exchange.ts'
import {
  createKubernetesWorld,
  shortTiming,
  type KubernetesWorld,
  outcomeOf,
} from '../../../../../../tests/kit/kubernetes-world.ts'
import type { ContainerOrder, Containers, StartedContainer } from '../../../ports/containers.ts'
import { orderOf, startedOf } from '../containers.suite.ts'

let world: KubernetesWorld
beforeEach(async () => {
  world = await createKubernetesWorld()
})
afterEach(() => world.close())

const echo = 'registry.example/echo:1'
const begin = async (containers: Containers, order: ContainerOrder): Promise<StartedContainer> =>
  startedOf(await outcomeOf(containers, order))

describe('the pod of an instance', () => {
  it('is limited, has no rights in the cluster, and says whose it is', async () => {
    const order = orderOf(echo, {
      id: '0190d7e8-0000-7000-8000-00000000000a',
      suffix: '00112233445566ff',
      storageMb: 256,
      network: 'Isolated',
      owner: { gameId: 3, challengeId: 14, team: 'admin' },
      environment: { PENNANT_FLAG: 'flag{x}' },
    })
    await begin(world.provider({ installation: 'f00d' }, { capabilities: ['cap_sys_ptrace'] }), order)
    const [pod] = world.objects<V1Pod>('pods')
    expect(pod?.metadata).toMatchObject({
      name: 'echo-00112233445566ff',
      labels: {
        'app.kubernetes.io/managed-by': 'pennant',
        'pennant.dev/installation': 'f00d',
        'pennant.dev/instance': '0190d7e8-0000-7000-8000-00000000000a',
        'pennant.dev/game': '3',
        'pennant.dev/challenge': '14',
        'pennant.dev/team': 'admin',
        'pennant.dev/NetworkMode': 'isolated',
      },
    })
    const room = { cpu: '500m', memory: '64Mi', 'ephemeral-storage': '256Mi' }
    expect(pod?.spec).toStrictEqual({
      nodeName: 'node-1',
      restartPolicy: 'Never',
      terminationGracePeriodSeconds: 2,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'instance',
          image: echo,
          ports: [{ containerPort: 7000, protocol: 'TCP' }],
          env: [{ name: 'PENNANT_FLAG', value: 'flag{x}' }],
          resources: { limits: room, requests: room },
          startupProbe: {
            tcpSocket: { port: 7000 },
            periodSeconds: 1,
            timeoutSeconds: 1,
            failureThreshold: 2 ** 31 - 1,
          },
          securityContext: {
            allowPrivilegeEscalation: false,
            capabilities: {
              drop: ['ALL'],
              add: [
                'CHOWN',
                'DAC_OVERRIDE',
                'FOWNER',
                'FSETID',
                'KILL',
                'NET_BIND_SERVICE',
                'SETGID',
                'SETUID',
                'SYS_CHROOT',
                'SYS_PTRACE',
              ],
            },
          },
        },
      ],
    })
  })

  it('reserves the share of its limits that is set, and goes where it is told to', async () => {
    await begin(
      world.provider(
        {},
        {
          requestPercent: 25,
          nodeSelector: ['pool=ctf', 'example.org/zone='],
          tolerations: ['ctf=yes:NoSchedule', 'gpu:NoExecute', 'spot'],
          priorityClass: 'ctf-low',
          runtimeClass: 'gvisor',
        },
      ),
      orderOf(echo, { cpu: 5, memoryMb: 65, storageMb: 256 }),
    )
    const [pod] = world.objects<V1Pod>('pods')
    expect(pod?.spec).toMatchObject({
      nodeSelector: { pool: 'ctf', 'example.org/zone': '' },
      tolerations: [
        { key: 'ctf', operator: 'Equal', value: 'yes', effect: 'NoSchedule' },
        { key: 'gpu', operator: 'Exists', effect: 'NoExecute' },
        { key: 'spot', operator: 'Exists' },
      ],
      priorityClassName: 'ctf-low',
      runtimeClassName: 'gvisor',
    })
    expect(pod?.spec?.containers[0]?.resources).toEqual({
      limits: { cpu: '500m', memory: '65Mi', 'ephemeral-storage': '256Mi' },
      requests: { cpu: '125m', memory: '17Mi', 'ephemeral-storage': '64Mi' },
    })
  })

  it('lets programs change user where its challenge does', async () => {
    await begin(world.provider(), orderOf(echo, { userChange: true }))
    const [pod] = world.objects<V1Pod>('pods')
    expect(pod?.spec?.containers[0]?.securityContext?.allowPrivilegeEscalation).toBe(true)
  })

  it('is told from what the cluster has put beside it', async () => {
    const state = { terminated: { exitCode: 1 } }
    world.cluster.node.besides = {
      name: 'mesh-proxy',
      image: 'mesh:1',
      imageID: '',
      ready: false,
      restartCount: 0,
      state,
    }
    const containers = world.provider()
    const { runtimeId } = await begin(containers, orderOf(echo))
    expect(await containers.list()).toMatchObject([{ runtimeId, running: true }])
  })

  it('is connected to by the kubelet once, or by nobody where the challenge says so', async () => {
    const seen: string[] = []
    const image = 'registry.example/once:1'
    world.cluster.node.images.set(image, {
      run: async ({ ip, port }) => {
        const server = createServer((socket) => {
          seen.push(image)
          socket.destroy()
        })
        server.listen(port, ip)
        await once(server, 'listening')
        return { ended: once(server, 'close').then(() => 0), stop: () => server.close() }
      },
    })
    await begin(world.provider(), orderOf(image, { mayConnect: false }))
    expect(seen).toEqual([])
    const [pod] = world.objects<V1Pod>('pods')
    expect(pod?.spec?.containers[0]).not.toHaveProperty('startupProbe')
    await begin(world.provider(), orderOf(image))
    expect(seen).toEqual([image])
  })

  it('shows an organizer that nothing listens', async () => {
    const silent = orderOf('registry.example/deaf:1', { isTest: true })
    const hasty = world.provider({ timing: { ...shortTiming, listenWithinMs: 300 } })
    expect((await begin(hasty, silent)).remarks).toEqual([{ code: 'NotListening', values: [] }])
    expect((await begin(world.provider(), orderOf(echo, { isTest: true }))).remarks).toEqual([])
  })

  it('asks the name servers that are set, and lets setuid programs be where that is set', async () => {
    await begin(world.provider({}, { dns: ['1.1.1.1', '::1'], allowSetuid: true }), orderOf(echo))
    const [pod] = world.objects<V1Pod>('pods')
    expect(pod?.spec).toMatchObject({ dnsPolicy: 'None', dnsConfig: { nameservers: ['1.1.1.1', '::1'] } })
    expect(pod?.spec?.containers[0]?.securityContext?.allowPrivilegeEscalation).toBe(true)
    expect(pod?.spec?.containers[0]?.resources?.limits).toStrictEqual({ cpu: '500m', memory: '64Mi' })
  })

  it('gets a flag as it is, whatever Kubernetes reads in it', async () => {
    for (const flag of ['flag{$(PENNANT_TEAM_ID)}', 'flag{$$}', '$$$(X)$', '$(FLAG)']) {
      const order = orderOf('registry.example/flag:1', { environment: { PENNANT_TEAM_ID: '7', FLAG: flag } })
      const { ip, port } = await begin(world.provider(), order)
      expect(await exchange(ip, port, '', flag.length)).toBe(flag)
    }
  })

  it('has a name that suits the cluster, whatever the image is called', async () => {
    const image =
      'registry.example:5000/Some.Path/2048_with-an-Endlessly-long-name-that-nobody-would-type:v1@x'
    world.cluster.node.images.set(image, world.cluster.node.images.get(echo) ?? { run: vi.fn() })
    const order = orderOf(image, { suffix: '00112233445566ff', published: true })
    const { runtimeId } = await begin(world.provider(), order)
    expect(runtimeId).toMatch(
      /^c2048-with-an-endlessly-long-name-that-nobody-00112233445566ff\.[0-9a-f-]{36}$/,
    )
  })
})

describe('a published instance', () => {
  const node = (addresses: { type: string; address: string }[]): void => {
    const object = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' }, status: { addresses } }
    world.cluster.store.add('/nodes', object satisfies V1Node)
  }

  it('has a port of the nodes that goes when the pod goes', async () => {
    const containers = world.provider({ publicEntry: 'play.example' })
    const order = orderOf(echo, { published: true })
    const started = await begin(containers, order)
    expect(started).toMatchObject({ publicIp: 'play.example', port: 7000 })
    expect(await exchange('127.0.0.1', started.publicPort ?? 0, 'through the node', 16)).toBe(
      'through the node',
    )
    const [service] = world.objects<V1Service>('services')
    const [pod] = world.objects<V1Pod>('pods')
    expect(service?.spec).toMatchObject({
      type: 'NodePort',
      selector: { 'pennant.dev/instance': order.id },
      ports: [{ port: 7000, targetPort: 7000, protocol: 'TCP' }],
    })
    expect(service?.metadata?.ownerReferences).toEqual([
      { apiVersion: 'v1', kind: 'Pod', name: pod?.metadata?.name, uid: pod?.metadata?.uid },
    ])
    await containers.destroy(started.runtimeId)
    await vi.waitFor(() => expect(world.objects('services')).toEqual([]), 20_000)
    expect(world.cluster.ports.taken.size).toBe(0)
  })

  it('is reached at the external address of its node, or at the one that the pod knows', async () => {
    const containers = world.provider()
    const order = { published: true }
    expect(await begin(containers, orderOf(echo, order))).toMatchObject({ publicIp: '127.0.0.1' })
    node([
      { type: 'InternalIP', address: '10.9.9.9' },
      { type: 'ExternalIP', address: '198.51.100.7' },
    ])
    expect(await begin(containers, orderOf(echo, order))).toMatchObject({ publicIp: '198.51.100.7' })
    world.cluster.fault = ({ resource }) => (resource === 'nodes' ? { status: 403 } : null)
    expect(await begin(containers, orderOf(echo, order))).toMatchObject({ publicIp: '127.0.0.1' })
  })

  it('is refused when no port is left', async () => {
    world.cluster.fault = ({ verb, resource }) =>
      verb === 'create' && resource === 'services'
        ? { status: 500, message: 'Internal error occurred: failed to allocate a nodePort: range is full' }
        : null
    const outcome = await outcomeOf(world.provider(), orderOf(echo, { published: true }))
    expect(outcome).toEqual({ refused: 'quota', detail: expect.stringContaining('range is full') })
    expect(world.objects('pods')).toEqual([])
  })
})

describe('where this server reaches an instance', () => {
  it('is the pod, without any service', async () => {
    const started = await begin(world.provider(), orderOf(echo))
    expect(started).toMatchObject({ port: 7000, publicIp: null, publicPort: null })
    expect(started.ip).toMatch(/^127\./)
    expect(world.objects('services')).toEqual([])
  })

  it('is a port of the nodes for a server outside, which is not told to players', async () => {
    const started = await begin(world.provider({}, { reach: 'Published' }), orderOf(echo))
    expect(started).toMatchObject({ ip: '127.0.0.1', publicIp: null, publicPort: null })
    expect([...world.cluster.ports.taken.keys()]).toEqual([started.port])
    expect(await exchange(started.ip, started.port, 'from outside', 12)).toBe('from outside')
  })
})

describe('an image of a private registry', () => {
  const image = 'registry.example:5000/box:1'
  const login = { host: 'registry.example:5000', username: 'puller', password: 'p/w=1' }
  const entry = { userName: 'puller', password: 'p/w=1', serverAddress: null }
  beforeEach(() => {
    const { images } = world.cluster.node
    images.set(image, { ...images.get(echo), run: images.get(echo)?.run ?? vi.fn(), login })
  })
  const writes = (): string[] => world.cluster.calls.filter((call) => /^(create|update) secrets/.test(call))

  it.each(['registry.example:5000', 'registry.example'])('is pulled with the login of %s', async (host) => {
    await begin(world.provider({ registries: { [host]: entry } }), orderOf(image))
    const [secret] = world.objects<V1Secret>('secrets')
    expect(secret?.type).toBe('kubernetes.io/dockerconfigjson')
    const [pod] = world.objects<V1Pod>('pods')
    expect(pod?.spec?.imagePullSecrets).toEqual([{ name: secret?.metadata?.name }])
  })

  it('is refused without one, with what the node says', async () => {
    const outcome = await outcomeOf(world.provider(), orderOf(image))
    expect(outcome).toEqual({ refused: 'image', detail: expect.stringContaining('401 Unauthorized') })
    expect(world.objects('secrets')).toEqual([])
  })

  it('has its login written once, and again when it changes', async () => {
    const installation = 'one'
    const containers = world.provider({ installation, registries: { 'registry.example:5000': entry } })
    await begin(containers, orderOf(image))
    await begin(containers, orderOf(image))
    await begin(containers, orderOf(echo))
    expect(writes()).toEqual(['create secrets'])

    const old = { ...entry, password: 'of yesterday' }
    const later = world.provider({ installation, registries: { 'registry.example:5000': old } })
    await outcomeOf(later, orderOf(image))
    await begin(containers, orderOf(image))
    expect(writes()).toEqual(['create secrets', 'update secrets', 'update secrets'])
    expect(world.objects('secrets')).toHaveLength(1)
  })

  it('is pulled by many processes at once', async () => {
    const registries = { 'registry.example': entry }
    const providers = [1, 2, 3, 4].map(() => world.provider({ installation: 'one', registries }))
    await Promise.all(providers.map((containers) => begin(containers, orderOf(image))))
    expect(world.objects('secrets')).toHaveLength(1)
  })
})

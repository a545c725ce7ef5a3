import type { V1NetworkPolicy, V1Node, V1ServiceCIDR } from '@kubernetes/client-node'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createKubernetesWorld,
  kubernetesNamespace as namespace,
  type KubernetesWorld,
  outcomeOf,
} from '../../../../../../tests/kit/kubernetes-world.ts'
import { orderOf, startedOf } from '../containers.suite.ts'

let world: KubernetesWorld
beforeEach(async () => {
  world = await createKubernetesWorld()
})
afterEach(() => world.close())

const echo = 'registry.example/echo:1'
const writes = (): string[] => world.cluster.calls.filter((call) => /^(create|update) (?!pods)/.test(call))
const found = (phase?: string): void => world.cluster.addNamespace(namespace, phase)
const forbid = (...calls: string[]): void => {
  world.cluster.fault = ({ verb, resource }) =>
    calls.includes(`${verb} ${resource}`)
      ? { status: 403, reason: 'Forbidden', message: `cannot ${verb} ${resource}` }
      : null
}

describe('the namespace of the instances', () => {
  it('is made where it is missing, and pods are made as soon as it has an account for them', async () => {
    startedOf(await outcomeOf(world.provider(), orderOf(echo)))
    expect(world.cluster.objects('/namespaces').map(({ metadata }) => metadata.name)).toEqual([namespace])
    expect(world.cluster.calls.filter((call) => call === 'create pods').length).toBeGreaterThan(1)
  })

  it('is made by many processes at once', async () => {
    const providers = [1, 2, 3, 4, 5].map(() => world.provider({ installation: 'one' }))
    await Promise.all(providers.map((containers) => containers.check()))
    expect(world.cluster.objects('/namespaces')).toHaveLength(1)
    expect(world.objects('networkpolicies')).toHaveLength(2)
  })

  it('is used by an account that may not look at it', async () => {
    found()
    forbid('get namespaces')
    await world.provider().check()
    expect(world.objects('networkpolicies')).toHaveLength(2)
  })

  it('is asked for in words where the account may not make it', async () => {
    forbid('create namespaces')
    const containers = world.provider()
    await expect(containers.check()).rejects.toThrow(`kubectl create namespace ${namespace}`)
    const outcome = await outcomeOf(containers, orderOf(echo))
    expect(outcome).toMatchObject({ refused: 'unavailable' })
    found()
    await containers.check()
  })

  it('is of no use while it is being deleted', async () => {
    found('Terminating')
    await expect(world.provider().check()).rejects.toThrow('The namespace games is being deleted.')
  })

  it('is made again when somebody has deleted it, with the policy of the instance', async () => {
    const containers = world.provider()
    await containers.check()
    world.cluster.store.remove('/namespaces', namespace)
    for (const { metadata } of world.objects<V1NetworkPolicy>('networkpolicies')) {
      world.cluster.store.remove(`${namespace}/networkpolicies`, metadata?.name ?? '')
    }
    startedOf(await outcomeOf(containers, orderOf(echo)))
    expect(world.objects('networkpolicies')).toHaveLength(1)
  })
})

describe('policies of the networks', () => {
  const policies = (): Record<string, V1NetworkPolicy['spec']> =>
    Object.fromEntries(
      world
        .objects<V1NetworkPolicy>('networkpolicies')
        .map(({ metadata, spec }) => [metadata?.name?.split('-')[1] ?? '', spec]),
    )

  it('let open instances reach all but what is closed, and isolated ones nothing', async () => {
    await world.provider({ installation: 'one' }, { allowCidr: ['10.1.2.3/8', 'fd00::/8'] }).check()
    const own = { 'app.kubernetes.io/managed-by': 'pennant', 'pennant.dev/installation': 'one' }
    expect(policies()).toStrictEqual({
      open: {
        podSelector: { matchLabels: { ...own, 'pennant.dev/NetworkMode': 'open' } },
        policyTypes: ['Egress'],
        egress: [
          {
            to: [
              { ipBlock: { cidr: '0.0.0.0/0', except: ['10.0.0.0/8', '169.254.169.254/32'] } },
              { ipBlock: { cidr: '::/0', except: ['fd00::/8', 'fd00:ec2::254/128'] } },
            ],
          },
          {
            ports: [
              { protocol: 'UDP', port: 53 },
              { protocol: 'TCP', port: 53 },
            ],
            to: [{ namespaceSelector: {}, podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } } }],
          },
        ],
      },
      isolated: {
        podSelector: { matchLabels: { ...own, 'pennant.dev/NetworkMode': 'isolated' } },
        policyTypes: ['Egress'],
      },
    })
  })

  it('open the way to name servers of their own, and close everything if that is asked for', async () => {
    await world.provider({}, { allowCidr: ['0.0.0.0/0', '::/0'], dns: ['10.0.0.53', 'fd00::53'] }).check()
    expect(policies()['open']?.egress).toStrictEqual([
      {
        ports: [
          { protocol: 'UDP', port: 53 },
          { protocol: 'TCP', port: 53 },
        ],
        to: [{ ipBlock: { cidr: '10.0.0.53/32' } }, { ipBlock: { cidr: 'fd00::53/128' } }],
      },
    ])
  })

  it('are written when they are not as they should be, and only then', async () => {
    const made = ['create namespaces', 'create networkpolicies', 'create networkpolicies']
    await world.provider({ installation: 'one' }).check()
    expect(writes()).toEqual(made)
    await world.provider({ installation: 'one' }).check()
    expect(writes()).toEqual(made)
    await world.provider({ installation: 'one' }, { allowCidr: ['192.168.0.0/16'] }).check()
    expect(writes()).toEqual([...made, 'update networkpolicies'])
    expect(policies()['open']?.egress?.[0]?.to?.[0]?.ipBlock?.except).toEqual([
      '169.254.169.254/32',
      '192.168.0.0/16',
    ])
  })

  it('are made again, and put right again, at the next start after somebody has deleted or changed them', async () => {
    const containers = world.provider({ installation: 'one' })
    await containers.check()
    const whole = policies()
    for (const { metadata } of world.objects<V1NetworkPolicy>('networkpolicies'))
      world.cluster.store.remove(`${namespace}/networkpolicies`, metadata?.name ?? '')
    for (const network of ['Open', 'Isolated'] as const)
      startedOf(await outcomeOf(containers, orderOf(echo, { network })))
    expect(policies()).toEqual(whole)
    for (const { metadata } of world.objects<V1NetworkPolicy>('networkpolicies'))
      world.cluster.store.change(`${namespace}/networkpolicies`, metadata?.name ?? '', (policy) => {
        policy['spec'] = { podSelector: {}, policyTypes: ['Ingress'] }
      })
    for (const network of ['Open', 'Isolated'] as const)
      startedOf(await outcomeOf(containers, orderOf(echo, { network })))
    expect(policies()).toEqual(whole)
  })

  it('keep what others have written beside', async () => {
    await world.provider({ installation: 'one' }).check()
    const [open] = world.objects<V1NetworkPolicy>('networkpolicies')
    const name = open?.metadata?.name ?? ''
    world.cluster.store.change(`${namespace}/networkpolicies`, name, (policy) => {
      policy['spec'] = { podSelector: {}, policyTypes: ['Ingress'] }
      policy.metadata.labels = { ...policy.metadata.labels, 'their.example/label': 'x' }
      policy.metadata.annotations = { 'their.example/note': 'y' }
    })
    await world.provider({ installation: 'one' }).check()
    const again = world.objects<V1NetworkPolicy>('networkpolicies')
    expect(again.find(({ metadata }) => metadata?.name === name)).toMatchObject({
      metadata: {
        labels: { 'their.example/label': 'x', 'pennant.dev/installation': 'one' },
        annotations: { 'their.example/note': 'y' },
      },
      spec: { policyTypes: ['Egress'] },
    })
  })

  it('are changed by many processes at once', async () => {
    await world.provider({ installation: 'one' }).check()
    const changed = [1, 2, 3, 4, 5].map(() =>
      world.provider({ installation: 'one' }, { allowCidr: ['192.168.0.0/16'] }),
    )
    await Promise.all(changed.map((containers) => containers.check()))
    expect(policies()['open']?.egress?.[0]?.to?.[0]?.ipBlock?.except).toContain('192.168.0.0/16')
  })

  it('must be there before anything starts', async () => {
    forbid('create networkpolicies')
    const containers = world.provider()
    await expect(containers.check()).rejects.toThrow(
      'The Kubernetes API forbids it: cannot create networkpolicies',
    )
    expect(await outcomeOf(containers, orderOf(echo))).toEqual({
      refused: 'unavailable',
      detail: 'The Kubernetes API forbids it: cannot create networkpolicies',
    })
    expect(world.objects('pods')).toEqual([])
  })
})

describe('the networks of the cluster', () => {
  const services = (...cidrs: string[]): void => {
    const object = {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'ServiceCIDR',
      metadata: { name: 'kubernetes' },
      spec: { cidrs },
    }
    world.cluster.store.add('/servicecidrs', object satisfies V1ServiceCIDR)
  }
  const node = (podCIDRs: string[] | undefined, name = 'node-1'): void => {
    const object = {
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name },
      ...(podCIDRs === undefined ? {} : { spec: { podCIDRs } }),
      status: {
        addresses: [
          { type: 'InternalIP', address: '192.0.2.7' },
          { type: 'Hostname', address: name },
        ],
      },
    }
    world.cluster.store.add('/nodes', object satisfies V1Node)
  }
  const closedNetworks = (): string[] =>
    world
      .objects<V1NetworkPolicy>('networkpolicies')
      .flatMap(({ spec }) => spec?.egress?.[0]?.to?.flatMap(({ ipBlock }) => ipBlock?.except ?? []) ?? [])
  const blank = { allowCidr: [] }

  it('are read from it where the operator names none, and closed to open instances', async () => {
    services('172.30.0.0/16', 'fd00:30::/108')
    node(['127.64.0.0/10', 'fd00:64::/64'])
    startedOf(await outcomeOf(world.provider({}, blank), orderOf(echo)))
    expect(closedNetworks()).toEqual([
      '127.64.0.0/10',
      '169.254.169.254/32',
      '172.30.0.0/16',
      '192.0.2.7/32',
      'fd00:30::/108',
      'fd00:64::/64',
      'fd00:ec2::254/128',
    ])
  })

  it.each([
    ['services have none', () => node(['127.64.0.0/10']), 'it has no network of services'],
    [
      'nodes name none',
      () => {
        services('172.30.0.0/16')
        node(undefined)
      },
      'its nodes name no networks of pods',
    ],
    [
      'the account may not look',
      () => forbid('list servicecidrs'),
      'The Kubernetes API forbids it: cannot list servicecidrs',
    ],
  ])('are asked for where %s, and meanwhile only isolated instances start', async (_, arrange, why) => {
    arrange()
    const containers = world.provider({}, blank)
    await expect(containers.check()).rejects.toThrow(why)
    expect(await outcomeOf(containers, orderOf(echo))).toEqual({
      refused: 'unavailable',
      detail: expect.stringMatching(/Set containerProvider\.kubernetesConfig\.allowCidr/),
    })
    expect(world.objects('pods')).toEqual([])
    startedOf(await outcomeOf(containers, orderOf(echo, { network: 'Isolated' })))
  })

  it('are not believed where a pod has an address outside of them', async () => {
    services('172.30.0.0/16')
    node(['10.244.0.0/24'])
    expect(await outcomeOf(world.provider({}, blank), orderOf(echo))).toEqual({
      refused: 'unavailable',
      detail: expect.stringMatching(/address 127\.[0-9.]+, which is in none of the networks/),
    })
    expect(world.objects('pods')).toEqual([])
  })
})

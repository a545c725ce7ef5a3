import type { V1NetworkPolicy } from '@kubernetes/client-node'
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
    await expect(world.provider().check()).rejects.toThrow('The namespace games is just being deleted.')
  })

  it('is made again when somebody has deleted it', async () => {
    const containers = world.provider()
    await containers.check()
    world.cluster.store.remove('/namespaces', namespace)
    for (const { metadata } of world.objects<V1NetworkPolicy>('networkpolicies')) {
      world.cluster.store.remove(`${namespace}/networkpolicies`, metadata?.name ?? '')
    }
    startedOf(await outcomeOf(containers, orderOf(echo)))
    expect(world.objects('networkpolicies')).toHaveLength(2)
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

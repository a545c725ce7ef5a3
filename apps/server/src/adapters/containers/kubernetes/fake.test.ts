import type { V1Pod } from '@kubernetes/client-node'
import { describe, expect, it } from 'vitest'
import { type Kind, ruleFaults } from '../../../../../../tests/kit/fake-kubernetes-rules.ts'
import { schemaFaults } from '../../../../../../tests/kit/fake-kubernetes-schema.ts'

const pod = { metadata: { name: 'a' }, spec: { containers: [{ name: 'a', image: 'a' }] } }
const withContainer = (more: object): object => ({
  ...pod,
  spec: { containers: [{ name: 'a', image: 'a', ...more }] },
})

describe('the fake cluster', () => {
  it.each([
    ['an unknown field', { ...pod, spec: { ...pod.spec, restartPolcy: 'Never' } }],
    ['an unknown field deep inside', withContainer({ securityContext: { capabilities: { dropAll: true } } })],
    ['a text for a number', withContainer({ ports: [{ containerPort: '80' }] })],
    ['a number for a quantity', withContainer({ resources: { limits: { cpu: 1 } } })],
    ['an object for a list', withContainer({ env: { name: 'x' } })],
    ['a missing part', { ...pod, spec: { containers: [{ image: 'a' }] } }],
    ['a missing list', { ...pod, spec: {} }],
  ])('knows from the description of the API that a pod cannot have %s', (_what, given) => {
    expect(schemaFaults('V1Pod', pod)).toEqual([])
    expect(schemaFaults('V1Pod', given)).toHaveLength(1)
  })

  const named = (name: string, more: object = {}): object => ({ ...pod, metadata: { name, ...more } })
  it.each<[string, Kind, object]>([
    ['a pod with a name in capitals', 'Pod', named('Web')],
    [
      'a service whose name begins with a digit',
      'Service',
      { metadata: { name: '2048' }, spec: { ports: [{ port: 1 }] } },
    ],
    ['a label that ends with a dash', 'Pod', named('a', { labels: { a: 'b-' } })],
    ['a label of 64 letters', 'Pod', named('a', { labels: { a: 'b'.repeat(64) } })],
    [
      'an owner without identity',
      'Pod',
      named('a', { ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: '' }] }),
    ],
    ['a quantity of nothing known', 'Pod', withContainer({ resources: { limits: { memory: '64MB' } } })],
    [
      'more reserved than allowed',
      'Pod',
      withContainer({ resources: { limits: { cpu: '100m' }, requests: { cpu: '1' } } }),
    ],
    ['a port that is none', 'Pod', withContainer({ ports: [{ containerPort: 70_000 }] })],
    ['no name servers at all', 'Pod', { ...pod, spec: { ...pod.spec, dnsPolicy: 'None' } }],
    [
      'a port outside of those of nodes',
      'Service',
      { metadata: { name: 'a' }, spec: { ports: [{ port: 1, nodePort: 80 }] } },
    ],
    [
      'a login that is no JSON',
      'Secret',
      { metadata: { name: 'a' }, type: 'kubernetes.io/dockerconfigjson', data: {} },
    ],
    [
      'an exception as large as what it is taken from',
      'NetworkPolicy',
      {
        metadata: { name: 'a' },
        spec: {
          podSelector: {},
          egress: [{ to: [{ ipBlock: { cidr: '0.0.0.0/0', except: ['0.0.0.0/0'] } }] }],
        },
      },
    ],
    [
      'a network with bits after its prefix',
      'NetworkPolicy',
      {
        metadata: { name: 'a' },
        spec: { podSelector: {}, egress: [{ to: [{ ipBlock: { cidr: '10.1.0.0/8' } }] }] },
      },
    ],
  ])('refuses %s', (_what, kind, given) => {
    expect(ruleFaults(kind, given)).toHaveLength(1)
  })

  it('takes what is right', () => {
    expect(ruleFaults('Pod', pod satisfies V1Pod)).toEqual([])
  })
})

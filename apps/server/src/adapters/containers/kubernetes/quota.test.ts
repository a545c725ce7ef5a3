import type { V1ResourceQuota } from '@kubernetes/client-node'
import { expect, it } from 'vitest'
import { createRedaction } from '../../../kit/redaction.ts'
import { runCheck } from '../../../modules/status/checks/check.ts'
import { roomCheck } from '../../../modules/status/checks/instances.ts'
import { collectionOf } from '../../../../../../tests/kit/fake-kubernetes-api.ts'
import { createKubernetesWorld, kubernetesNamespace } from '../../../../../../tests/kit/kubernetes-world.ts'
import { capacityOf, quantityOf } from './quota.ts'

const quotas = collectionOf(kubernetesNamespace, 'resourcequotas')
const usual = { reach: 'Internal', requestPercent: 100 } as const
const quota = (hard: Record<string, string>, more: object = {}): V1ResourceQuota => ({
  metadata: { name: 'games', namespace: kubernetesNamespace },
  spec: { hard, ...more },
})

it.each([
  ['4', 4],
  ['500m', 0.5],
  ['8Gi', 8 * 2 ** 30],
  ['1.5G', 1.5e9],
  ['2e3', 2_000],
  ['12E', 12e18],
  ['many', Infinity],
])('a quantity of %s is %d', (text, value) => {
  expect(quantityOf(text)).toBeCloseTo(value, 6)
})

it('a namespace holds what the smallest of its quotas leaves', () => {
  expect(capacityOf([], usual)).toBeNull()
  expect(capacityOf([quota({ pods: '3' }, { scopes: ['BestEffort'] })], usual)).toBeNull()
  const both = [
    quota({ 'limits.cpu': '20', memory: '8Gi', pods: '50' }),
    quota({ 'count/pods': '40', services: '5' }),
  ]
  const capacity = { cpu: 20, memoryMb: 8_192, addresses: 40, isQuota: true }
  expect(capacityOf(both, usual)).toEqual(capacity)
  expect(capacityOf(both, { reach: 'Published', requestPercent: 50 })).toEqual({
    ...capacity,
    memoryMb: 16_384,
    addresses: 5,
  })
})

it('a quota that is too small for the teams is found, and none where it may not be read', async () => {
  await using world = await createKubernetesWorld()
  const provider = world.provider()
  const demand = async () => ({ cpu: 1, memoryMb: 512, teams: 100 })
  const look = async (): Promise<string[]> => {
    const capacity = async () => (await provider.capacity?.()) ?? null
    const all = await runCheck(roomCheck({ capacity, demand }), createRedaction([]))
    return all.map(({ level, code, values }) => [level, code, ...values].join(' '))
  }
  const set = (hard: Record<string, string>): void => {
    world.cluster.store.remove(quotas, 'games')
    world.cluster.store.add(quotas, {
      ...{ apiVersion: 'v1', kind: 'ResourceQuota', ...quota(hard) },
      metadata: { name: 'games', namespace: kubernetesNamespace },
    })
  }
  expect(await look()).toEqual([])
  set({ 'requests.cpu': '15', 'requests.memory': '1Ti' })
  expect(await look()).toEqual(['red instances.quota 50 100'])
  set({ pods: '36' })
  expect(await look()).toEqual(['yellow instances.quota 120 100'])
  set({ pods: '45' })
  expect(await look()).toEqual([])
  set({ pods: '1' })
  world.cluster.rights = { may: (_verb, _group, resource) => resource !== 'resourcequotas' }
  expect(await look()).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createKubernetesContainers } from '../../apps/server/src/adapters/containers/kubernetes/create.ts'
import type { KubernetesNeeds } from '../../apps/server/src/adapters/containers/kubernetes/needs.ts'
import { type Timing, defaultTiming } from '../../apps/server/src/adapters/containers/kubernetes/timing.ts'
import type { ContainerOrder, Containers, StartOutcome } from '../../apps/server/src/ports/containers.ts'
import { type FakeKubernetes, startFakeKubernetes } from './fake-kubernetes.ts'
import { collectionOf } from './fake-kubernetes-api.ts'

export const kubernetesNamespace = 'games'

export const shortTiming: Timing = { ...defaultTiming, pauseMs: 5, endsWithinMs: 1000 }

export type KubernetesWorld = {
  readonly cluster: FakeKubernetes
  readonly kubeConfig: string
  readonly notes: string[]
  provider(more?: Partial<KubernetesNeeds>, settings?: Partial<KubernetesNeeds['settings']>): Containers
  objects<T>(resource: string): T[]
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export async function createKubernetesWorld(): Promise<KubernetesWorld> {
  const cluster = await startFakeKubernetes()
  const folder = await mkdtemp(path.join(tmpdir(), 'pennant-kubernetes-'))
  const kubeConfig = path.join(folder, 'kube-config.yaml')
  await writeFile(kubeConfig, cluster.kubeConfig())
  const providers: Containers[] = []
  const notes: string[] = []
  const close = async (): Promise<void> => {
    for (const provider of providers) await provider.close()
    await cluster.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    cluster,
    kubeConfig,
    notes,
    provider(more = {}, settings = {}) {
      const made = createKubernetesContainers({
        registries: {},
        installation: randomUUID(),
        publicEntry: '',
        startsAtOnce: 8,
        onNote: (note) => notes.push(note),
        timing: shortTiming,
        ...more,
        settings: {
          namespace: kubernetesNamespace,
          kubeConfig,
          allowCidr: ['10.0.0.0/8'],
          dns: [],
          reach: 'Internal',
          capabilities: [],
          allowSetuid: false,
          requestPercent: 100,
          nodeSelector: [],
          tolerations: [],
          priorityClass: null,
          runtimeClass: null,
          schedulingSeconds: 30,
          startSeconds: 60,
          ...settings,
        },
      })
      providers.push(made)
      return made
    },
    // The caller knows the type of the stored objects.
    objects: <T>(resource: string) => cluster.objects(collectionOf(kubernetesNamespace, resource)) as T[],
    close,
    [Symbol.asyncDispose]: close,
  }
}

export const outcomeOf = (
  containers: Containers,
  order: ContainerOrder,
  signal: AbortSignal = new AbortController().signal,
): Promise<StartOutcome> => containers.start(order, { signal, onProgress: () => undefined })

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type {
  V1Container,
  V1Ingress,
  V1NetworkPolicy,
  V1PodDisruptionBudget,
  V1PodTemplateSpec,
  V1RoleBinding,
  V1Service,
} from '@kubernetes/client-node'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { verbs } from '../../apps/server/src/commands/table.ts'
import { loadConfig } from '../../apps/server/src/config/load.ts'
import { createHealthServer } from '../../apps/server/src/http/health.ts'
import { listenOn, portOf } from '../../apps/server/src/kit/listen.ts'
import { schemaFaults } from '../kit/fake-kubernetes-schema.ts'
import { findKustomize } from '../kit/kustomize.ts'
import { skipReason, withSkipReason } from '../kit/skip-reason.ts'

type Labels = Record<string, string>
type Thing = {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string }
  spec?: { selector?: { matchLabels: Labels }; template?: V1PodTemplateSpec }
  data?: Labels
}

const project = path.join(import.meta.dirname, '../..')
const render = findKustomize()
const missing = skipReason(render !== null, 'neither kubectl 1.27 is here, nor can kustomize be had')
// What the operator creates.
const ownSecrets = {
  DATABASE_URL: 'postgresql://pennant:secret@postgres:5432/pennant',
  REDIS_URL: 'redis://:secret@redis:6379',
  PENNANT_SECRET_KEY: 'k'.repeat(32),
  PENNANT_ADMIN_PASSWORD: 'Str0ng-Enough',
  POSTGRES_PASSWORD: 'secret',
}

describe.skipIf(missing)(withSkipReason('the files for Kubernetes', missing), () => {
  describe.each(['base', 'overlays/small', 'overlays/production'])('%s', (folder) => {
    let things: Thing[]
    beforeAll(() => {
      // The library's own reader leaves out what it doesn't know.
      const text = render?.(path.join(project, 'deploy/kubernetes', folder)) ?? ''
      things = parseAllDocuments(text).map((document) => document.toJS() as Thing)
    })

    // Each kind has its own model.
    const of = <T = Thing>(...kinds: string[]): (T & Thing)[] =>
      things.filter(({ kind }) => kinds.includes(kind)) as (T & Thing)[]
    const names = (...kinds: string[]): string[] =>
      of(...kinds).map(({ metadata }) => `${metadata.namespace}/${metadata.name}`)
    const workloads = () =>
      of('Deployment', 'StatefulSet').map(({ metadata, spec }) => {
        const template = spec?.template
        if (template?.spec === undefined) throw new Error(`${metadata.name} has no pods`)
        return {
          name: metadata.name,
          selector: spec?.selector?.matchLabels ?? {},
          template,
          pod: template.spec,
        }
      })
    const server = () => {
      const found = workloads().find(({ name }) => name === 'pennant')
      if (found === undefined) throw new Error('there is no server')
      return found
    }
    const containersOf = (pod: {
      containers: V1Container[]
      initContainers?: V1Container[]
    }): V1Container[] => [...pod.containers, ...(pod.initContainers ?? [])]
    const fits = (selector: Labels, { template }: ReturnType<typeof server>): boolean =>
      Object.entries(selector).every(([name, value]) => template.metadata?.labels?.[name] === value)
    const selected = (selector: Labels) => workloads().filter((each) => fits(selector, each))
    const portsOf = (selector: Labels): (string | undefined)[] =>
      selected(selector).flatMap(({ pod }) =>
        pod.containers.flatMap(({ ports = [] }) => ports.map((p) => p.name)),
      )

    it('holds only objects that the API knows', () => {
      expect(things.length).toBeGreaterThan(4)
      for (const thing of things) {
        // The models are those of version 1, whatever the group.
        expect(thing.apiVersion).toMatch(/(^|\/)v1$/)
        expect([thing.metadata.name, schemaFaults(`V1${thing.kind}`, thing)]).toEqual([
          thing.metadata.name,
          [],
        ])
      }
    })

    it('puts each object into a namespace that is there, under a name of its own', () => {
      const spaces = of('Namespace').map(({ metadata }) => metadata.name)
      const whole = ['Namespace', 'ClusterRole', 'ClusterRoleBinding']
      for (const { kind, metadata } of things)
        if (!whole.includes(kind))
          expect([metadata.name, spaces]).toEqual([
            metadata.name,
            expect.arrayContaining([metadata.namespace]),
          ])
      const all = things.map(({ kind, metadata }) => `${kind} ${metadata.namespace}/${metadata.name}`)
      expect(new Set(all).size).toBe(all.length)
    })

    it('has selectors that find pods, and ports that these have', () => {
      for (const workload of workloads()) expect(fits(workload.selector, workload)).toBe(true)
      for (const { spec } of of<V1Service>('Service'))
        for (const { targetPort } of spec?.ports ?? [])
          expect(portsOf(spec?.selector ?? {})).toContain(targetPort)
      for (const { spec } of of<V1PodDisruptionBudget>('PodDisruptionBudget'))
        expect(selected(spec?.selector?.matchLabels ?? {}).map(({ name }) => name)).toEqual(['pennant'])
      for (const { spec } of of<V1NetworkPolicy>('NetworkPolicy')) {
        const chosen = spec?.podSelector?.matchLabels ?? {}
        expect(selected(chosen).map(({ name }) => name)).toEqual(['pennant'])
        for (const { port } of spec?.ingress?.flatMap(({ ports = [] }) => ports) ?? [])
          expect(portsOf(chosen)).toContain(port)
      }
      for (const { metadata, spec } of of<V1Ingress>('Ingress'))
        for (const { backend } of spec?.rules?.flatMap(({ http }) => http?.paths ?? []) ?? []) {
          const to = of<V1Service>('Service').find(
            ({ metadata: { name, namespace } }) =>
              name === backend.service?.name && namespace === metadata.namespace,
          )
          expect(to?.spec?.ports?.map(({ name }) => name)).toContain(backend.service?.port?.name)
        }
    })

    it('refers to nothing that is missing', () => {
      const held = [
        ...names('ConfigMap', 'PersistentVolumeClaim', 'ServiceAccount'),
        'pennant/pennant-secrets',
      ]
      for (const { pod } of workloads()) {
        const volumes = pod.volumes ?? []
        const wanted = [
          ...volumes.map(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName),
          ...containersOf(pod).flatMap(({ env = [], envFrom = [] }) => [
            ...envFrom.flatMap(({ configMapRef, secretRef }) => [configMapRef?.name, secretRef?.name]),
            ...env.map(({ valueFrom }) => valueFrom?.secretKeyRef?.name),
          ]),
          pod.serviceAccountName,
        ].filter((name) => name !== undefined)
        for (const name of wanted) expect(held).toContain(`pennant/${name}`)
      }
      const roles = things
        .filter(({ kind }) => kind.endsWith('Role'))
        .map(({ kind, metadata }) => `${kind} ${metadata.name}`)
      for (const { roleRef, subjects = [] } of of<V1RoleBinding>('RoleBinding', 'ClusterRoleBinding')) {
        expect(roles).toContain(`${roleRef.kind} ${roleRef.name}`)
        for (const { name, namespace } of subjects) expect(held).toContain(`${namespace}/${name}`)
      }
    })

    it('runs the image as it is built: its account, its folder, its ports, its commands', () => {
      const { pod } = server()
      const version = (
        JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as { version: string }
      ).version
      for (const { image, args = [], command, volumeMounts } of containersOf(pod)) {
        expect(image).toMatch(new RegExp(`/pennant:${version}$`))
        expect(command).toBeUndefined()
        const words = args.filter((word) => !word.startsWith('--'))
        const flags = args.filter((word) => word.startsWith('--')).map((word) => word.slice(2))
        // Nobody is there to ask.
        if (args.length > 0)
          expect([...Object.keys(verbs[words.join(' ')]?.flags ?? {}), 'yes']).toEqual(
            expect.arrayContaining(flags),
          )
        if (args.length > 0) expect(flags).toContain('yes')
        expect(volumeMounts?.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
      }
      expect(pod.securityContext).toMatchObject({ runAsUser: 10_001, runAsNonRoot: true })
      const [settings] = of('ConfigMap')
      const env = { ...ownSecrets, ...settings?.data }
      const { config, warnings } = loadConfig({ argv: [], env, cwd: '/' })
      expect(warnings).toEqual([])
      expect(config.dataDir).toBe('/data')
      const ports = pod.containers[0]?.ports?.map(({ name, containerPort }) => [name, containerPort])
      expect(ports).toEqual([
        ['site', config.port],
        ['health', config.healthPort],
      ])
      expect(pod.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(config.drainSeconds + 15)
    })

    it('changes the database before a new process starts, or stops the old ones first', () => {
      const { pod } = server()
      const [deployment] = of<{ spec: { strategy: { type?: string; rollingUpdate?: object } } }>('Deployment')
      const first = pod.initContainers?.map(({ args }) => args)
      if (folder === 'overlays/small') {
        expect(deployment?.spec.strategy).toEqual({ type: 'Recreate' })
        expect(first).toBeUndefined()
      } else {
        expect(deployment?.spec.strategy).toEqual({ rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } })
        expect(first).toEqual([['migrate', 'apply', '--expand', '--yes']])
      }
    })

    it('confines every container, and limits no processor', () => {
      for (const { pod } of workloads())
        for (const { name, securityContext, resources } of containersOf(pod)) {
          expect([name, securityContext]).toEqual([
            name,
            {
              allowPrivilegeEscalation: false,
              readOnlyRootFilesystem: true,
              capabilities: { drop: ['ALL'] },
            },
          ])
          expect(resources?.limits).toEqual({ memory: resources?.requests?.['memory'] })
        }
      for (const { pod, name } of workloads())
        if (name !== 'pennant' || folder !== 'overlays/production')
          expect(pod.automountServiceAccountToken).toBe(false)
    })

    it('probes paths that the health port answers', async () => {
      const health = createHealthServer({
        checks: [],
        database: async () => undefined,
        running: () => true,
        started: () => true,
        draining: () => false,
        holdsGames: () => false,
        onFault: () => undefined,
        metrics: null,
        touchesInstances: async () => false,
      })
      await listenOn(health, { host: '127.0.0.1', port: 0 })
      onTestFinished(() => void health.close())
      const [container] = server().pod.containers
      const probes = [container?.startupProbe, container?.livenessProbe, container?.readinessProbe]
      expect(probes.map((probe) => probe?.httpGet?.port)).toEqual(['health', 'health', 'health'])
      const paths = probes.map((probe) => probe?.httpGet?.path)
      expect(paths).toEqual(['/startupz', '/livez', '/readyz'])
      for (const each of paths)
        expect((await fetch(`http://127.0.0.1:${portOf(health)}${each}`)).status).toBe(200)
    })
  })
})

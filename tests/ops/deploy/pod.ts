import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { ask } from '../../kit/docker-request.ts'
import { project } from '../server.ts'
import type { Machine } from './stack.ts'

type Container = {
  name: string
  args?: string[]
  resources: { limits: { memory: string } }
  securityContext: { readOnlyRootFilesystem: boolean; capabilities: { drop: string[] } }
  volumeMounts: { name: string; mountPath: string }[]
} & Partial<Record<Probe, { httpGet: { path: string } }>>
type Probe = 'startupProbe' | 'livenessProbe' | 'readinessProbe'
type Pod = {
  securityContext: { runAsUser: number; runAsGroup: number }
  initContainers: Container[]
  containers: Container[]
}

const read = <T>(name: string): T =>
  parse(readFileSync(path.join(project, 'deploy/kubernetes/base', name), 'utf8'), { merge: true }) as T

/**
 * Runs what the manifest's pod runs, one container after the other, with a database that has no tables. Resolves to the
 * paths of its probes, once they are answered.
 */
export async function runPod(machine: Machine, image: string): Promise<string[]> {
  const { spec } = read<{ spec: { template: { spec: Pod } } }>('deployment.yaml')
  const { configMapGenerator } = read<{ configMapGenerator: { literals: string[] }[] }>('kustomization.yaml')
  const { initContainers, containers, securityContext } = spec.template.spec
  const user = `${securityContext.runAsUser}:${securityContext.runAsGroup}`
  await machine.sh('docker compose exec -T postgres createdb --username=pennant pod')
  const database = (await machine.sh('cat secrets/database-url')).trim().replace(/pennant$/, 'pod')
  const settings = [
    ...(configMapGenerator[0]?.literals ?? []),
    `DATABASE_URL=${database}`,
    `PENNANT_SECRET_KEY=${'k'.repeat(32)}`,
    // What says that it is a pod.
    'KUBERNETES_SERVICE_HOST=10.0.0.1',
    'KUBERNETES_SERVICE_PORT=443',
    'PENNANT_CONTAINER_PROVIDER__TYPE=None',
  ]
  const flagsOf = ({ resources, securityContext: { capabilities }, volumeMounts }: Container): string[] => [
    ...['--network', 'compose_inside', '--user', user, '--read-only', '--security-opt', 'no-new-privileges'],
    ...capabilities.drop.flatMap((each) => ['--cap-drop', each]),
    ...['--memory', resources.limits.memory.replace('Mi', 'm')],
    ...volumeMounts.flatMap(({ name, mountPath }) => ['--volume', `pod-${name}:${mountPath}:nocopy`]),
    ...settings.flatMap((line) => ['--env', line]),
  ]
  // As Kubernetes makes an empty folder for the group of a pod.
  const open = 'chown 0:10001 /made && chmod 2777 /made'
  for (const { name } of containers.flatMap(({ volumeMounts }) => volumeMounts))
    await machine.client(
      ...['run', '--rm', '--user', '0', '--volume', `pod-${name}:/made`],
      ...['--entrypoint', 'sh', image, '-c', open],
    )
  for (const container of initContainers) {
    const start = (): Promise<string> =>
      machine.client('run', '--rm', ...flagsOf(container), image, ...(container.args ?? []))
    expect(await start()).toContain('Applied')
    // With each pod that is replaced.
    expect(await start()).toContain('nothing to apply')
  }
  const probed: string[] = []
  for (const container of containers) {
    const id = (
      await machine.client('run', '--detach', ...flagsOf(container), image, ...(container.args ?? []))
    ).trim()
    const { NetworkSettings } = JSON.parse(await ask(machine.socket, 'GET', `/containers/${id}/json`)) as {
      NetworkSettings: { Networks: Record<string, { IPAddress: string }> }
    }
    const address = Object.values(NetworkSettings.Networks)[0]?.IPAddress
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      const url = `http://${address}:3000${container[probe]?.httpGet.path}`
      const answer = (): Promise<string> =>
        machine.sh(`curl -s -o /dev/null -w '%{http_code}' ${url} || true`)
      await expect.poll(answer, { timeout: 120_000 }).toBe('200')
      probed.push(container[probe]?.httpGet.path ?? '')
    }
    await machine.client('rm', '--force', '--volumes', id)
  }
  return probed
}

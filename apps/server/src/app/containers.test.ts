import { describe, expect, it, onTestFinished } from 'vitest'
import { loadConfig } from '../config/load.ts'
import type { Containers } from '../ports/containers.ts'
import { openContainers } from '../adapters/containers/open.ts'

const nowhere = 'unix:///tmp/pennant-there-is-none'

const open = async (env: Record<string, string>, inCluster = false): Promise<Containers> => {
  const { config } = loadConfig({ argv: [], env, cwd: '/tmp' })
  const containers = await openContainers(config.containerProvider, {
    registries: config.registries,
    installation: 'k'.repeat(16),
    siteUrl: () => null,
    inCluster,
    onNote: () => undefined,
  })
  onTestFinished(() => containers.close())
  return containers
}

describe('what the configuration says runs containers', () => {
  const type = 'PENNANT_CONTAINER_PROVIDER__TYPE'
  const uri = 'PENNANT_CONTAINER_PROVIDER__DOCKER_CONFIG__URI'
  const startsAtOnce = 'PENNANT_CONTAINER_PROVIDER__STARTS_AT_ONCE'

  it('is Docker when its address is given, even while nothing answers there', async () => {
    const containers = await open({ [uri]: nowhere, [startsAtOnce]: '7' })
    expect(containers).toMatchObject({ kind: 'docker', startsAtOnce: 7 })
    await expect(containers.check()).rejects.toThrow("can't be reached")
  })

  it('is the cluster that the server is in, unless something else is asked for', async () => {
    expect((await open({ [uri]: nowhere }, true)).kind).toBe('kubernetes')
    expect((await open({ [uri]: nowhere, [type]: 'Docker' }, true)).kind).toBe('docker')
    expect((await open({ [uri]: nowhere, [type]: 'None' }, true)).kind).toBe('none')
  })
})

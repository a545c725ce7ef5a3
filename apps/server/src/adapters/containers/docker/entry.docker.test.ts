import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  dockerSkipReason,
  dockerNeeds,
  withDockerSkipReason,
  inspected,
  removeNetworks,
  sharedDocker,
} from '../../../../../../tests/kit/shared-docker.ts'
import { imageName } from '../../../../../../tests/kit/docker-image.ts'
import type { Containers, StartedContainer } from '../../../ports/containers.ts'
import { orderOf, startedOf } from '../containers.suite.ts'
import { createDockerContainers } from './create.ts'

describe.skipIf(dockerSkipReason() !== null)(
  withDockerSkipReason('the published port of an instance'),
  () => {
    let containers: Containers
    let prefix = ''
    let siteHost = ''

    beforeAll(() => {
      const needs = dockerNeeds(sharedDocker().uri, { siteHost: () => siteHost })
      prefix = needs.settings.challengeNetwork ?? ''
      containers = createDockerContainers(needs)
    })
    afterAll(async () => {
      for (const { runtimeId } of await containers.list()) await containers.destroy(runtimeId)
      await containers.close()
      await removeNetworks(prefix)
    })

    const start = async (): Promise<StartedContainer> =>
      startedOf(
        await containers.start(orderOf(imageName('echo'), { published: true }), {
          signal: new AbortController().signal,
          onProgress: () => undefined,
        }),
      )
    const bindingsOf = async ({ runtimeId }: StartedContainer): Promise<unknown> => {
      const { NetworkSettings } = await inspected(`/containers/${runtimeId}/json`)
      return NetworkSettings
    }

    it('is told at the host of the site as it is now', async () => {
      expect((await start()).publicIp).toBe('127.0.0.1')
      siteHost = 'ctf.example'
      expect((await start()).publicIp).toBe('ctf.example')
    })

    it('is on this machine alone where players are told to look there', async () => {
      siteHost = ''
      const started = await start()
      const binding = { HostIp: '127.0.0.1', HostPort: String(started.publicPort) }
      expect(await bindingsOf(started)).toMatchObject({ Ports: { '7000/tcp': [binding] } })
    })

    it('has one number on IPv4 and IPv6, whatever else is published', async () => {
      siteHost = 'ctf.example'
      const all = await Promise.all([start(), start(), start()])
      for (const started of all) {
        const HostPort = String(started.publicPort)
        expect(await bindingsOf(started)).toMatchObject({
          Ports: {
            '7000/tcp': [
              { HostIp: '0.0.0.0', HostPort },
              { HostIp: '::', HostPort },
            ],
          },
        })
      }
      expect(new Set(all.map(({ publicPort }) => publicPort)).size).toBe(all.length)
    })
  },
)

import type { ContainerInfo, ContainerInspectInfo } from 'dockerode'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Daemon } from '../docker/daemon.ts'
import { DaemonFault } from '../docker/fault.ts'
import { createInstances, type Instances } from './instances.ts'

type Container = { id: string; ip: string; installation: string; running: boolean; ports: string[] }

describe('who has an address', () => {
  let containers: Container[]
  let isAway: boolean
  let lists: number
  let instances: Instances

  beforeEach(() => {
    containers = [
      { id: '1', ip: '10.0.0.2', installation: 'us', running: true, ports: ['7000/tcp', '53/udp'] },
    ]
    isAway = false
    lists = 0
    const docker = {
      async listContainers() {
        lists += 1
        return containers.map(({ id, ip }) => ({
          Id: id,
          NetworkSettings: { Networks: { n: { IPAddress: ip } } },
        })) as unknown as ContainerInfo[]
      },
      getContainer: (id: string) => ({
        async inspect() {
          const found = containers.find((one) => one.id === id)
          if (found === undefined) throw new DaemonFault(404, 'none')
          const { ip, installation, running, ports } = found
          return {
            Config: {
              Labels: { 'pennant.installation': installation },
              ExposedPorts: Object.fromEntries(ports.map((port) => [port, {}])),
            },
            State: { Running: running },
            NetworkSettings: { Networks: { n: { IPAddress: ip } } },
          } as unknown as ContainerInspectInfo
        },
      }),
    }
    const ask: Daemon['ask'] = async (question) => {
      if (isAway) throw new DaemonFault(null, 'away')
      return question(docker as never)
    }
    instances = createInstances({ ask, address: null as never, close: () => undefined }, 'us')
  })

  const has = (host: string, port = 7000): Promise<boolean> => instances.has({ host, port })

  it('is an instance at the ports that it exposes', async () => {
    expect(await has('10.0.0.2')).toBe(true)
    expect(await has('10.0.0.2', 53)).toBe(false)
    expect(await has('10.0.0.2', 22)).toBe(false)
    expect(await has('10.0.0.3')).toBe(false)
  })

  it('is asked of the daemon each time, since another container may have got it', async () => {
    expect(await has('10.0.0.2')).toBe(true)
    containers = [{ id: '2', ip: '10.0.0.2', installation: 'them', running: true, ports: ['7000/tcp'] }]
    expect(await has('10.0.0.2')).toBe(false)
    containers = [{ id: '3', ip: '10.0.0.2', installation: 'us', running: true, ports: ['80/tcp'] }]
    expect(await has('10.0.0.2', 80)).toBe(true)
    expect(await has('10.0.0.2')).toBe(false)
  })

  it('is nobody once the container has stopped', async () => {
    expect(await has('10.0.0.2')).toBe(true)
    containers = containers.map((one) => ({ ...one, running: false }))
    expect(await has('10.0.0.2')).toBe(false)
  })

  it('is looked up once in the list', async () => {
    await has('10.0.0.2')
    await has('10.0.0.2')
    expect(lists).toBe(1)
  })

  it('stays as it was while the daemon is away, for what was asked before', async () => {
    expect(await has('10.0.0.2')).toBe(true)
    isAway = true
    expect(await has('10.0.0.2')).toBe(true)
    expect(await has('10.0.0.2', 22)).toBe(false)
    await expect(has('10.0.0.9')).rejects.toThrow('away')
  })
})

import { describe, expect, it } from 'vitest'
import type { ContainerOrder } from '../../../ports/containers.ts'
import { allFeatures } from './feature.ts'
import { type Plan, specificationOf } from './specification.ts'

const order: ContainerOrder = {
  id: '11111111-2222-3333-4444-555555555555',
  image: 'ctf/web:1',
  port: 80,
  cpu: 5,
  memoryMb: 64,
  storageMb: 256,
  network: 'Open',
  environment: { FLAG: 'flag{x=y}', EMPTY: '' },
  suffix: '00ff',
  owner: { gameId: 1, challengeId: 2, team: 'admin' },
  published: false,
  userChange: false,
  mayConnect: true,
  isTest: false,
}

const plan: Plan = {
  order,
  image: { labels: {}, program: '/start.sh' },
  name: 'web_00ff',
  networkId: 'n',
  installation: 'us',
  processors: 2,
  bindAddress: null,
  hostPort: '',
  settings: { capabilities: [], allowSetuid: false, maxProcesses: 512 },
  features: allFeatures,
}

const hostConfig = (more: Partial<Plan> = {}) => specificationOf({ ...plan, ...more }).HostConfig

describe('what a container is told', () => {
  it('is its limits, its marks and its variables', () => {
    expect(specificationOf(plan)).toMatchObject({
      name: 'web_00ff',
      Env: ['FLAG=flag{x=y}', 'EMPTY='],
      Labels: {
        'pennant.installation': 'us',
        'pennant.instance': order.id,
        'pennant.game': '1',
        'pennant.challenge': '2',
        'pennant.team': 'admin',
      },
      HostConfig: {
        NanoCpus: 5e8,
        Memory: 64 * 2 ** 20,
        MemorySwap: 64 * 2 ** 20,
        StorageOpt: { size: '256M' },
        PidsLimit: 512,
        CapDrop: ['ALL'],
        SecurityOpt: ['no-new-privileges'],
        LogConfig: { Type: 'json-file', Config: { 'max-size': '2m', 'max-file': '2' } },
        RestartPolicy: { Name: 'no' },
        Init: true,
      },
    })
    expect(hostConfig()).not.toHaveProperty('PortBindings')
    expect(hostConfig()).not.toHaveProperty('ReadonlyRootfs')
  })

  it('asks for no more processors than there are', () => {
    expect(hostConfig({ order: { ...order, cpu: 1024 } })?.NanoCpus).toBe(2e9)
  })

  it('leaves out what the daemon does not have, and a limit that is none', () => {
    const features = { storageLimit: false, init: false, fileLimit: false, processorLimit: false }
    expect(hostConfig({ features })).not.toHaveProperty('StorageOpt')
    expect(hostConfig({ features })).not.toHaveProperty('Init')
    expect(hostConfig({ features })).not.toHaveProperty('NanoCpus')
    expect(hostConfig({ features })?.Ulimits).toEqual([{ Name: 'core', Soft: 0, Hard: 0 }])
    expect(hostConfig({ order: { ...order, storageMb: 0 } })).not.toHaveProperty('StorageOpt')
  })

  it('publishes the port at the address that it is given, and lets Docker choose the number', () => {
    expect(hostConfig({ bindAddress: '0.0.0.0' })?.PortBindings).toEqual({
      '80/tcp': [{ HostIp: '0.0.0.0', HostPort: '' }],
    })
  })

  it('follows the labels of the image', () => {
    const labels = { 'pennant.readonly': 'true', 'pennant.setuid': 'TRUE ' }
    const config = hostConfig({ image: { labels, program: '/init' } })
    expect(config).toMatchObject({ ReadonlyRootfs: true, SecurityOpt: [] })
    expect(Object.keys(config?.Tmpfs ?? {})).toEqual(['/tmp', '/run'])
    expect(config).not.toHaveProperty('Init')
  })

  it('lets programs change user where anybody allows it: the operator, the challenge or the image', () => {
    expect(hostConfig()?.SecurityOpt).toEqual(['no-new-privileges'])
    const labels = { 'pennant.setuid': 'true' }
    for (const more of [
      { settings: { ...plan.settings, allowSetuid: true } },
      { order: { ...order, userChange: true } },
      { image: { labels, program: '/start.sh' } },
    ])
      expect(hostConfig(more)?.SecurityOpt).toEqual([])
  })

  it('adds capabilities in whatever way they are spelled', () => {
    const settings = { ...plan.settings, capabilities: ['cap_sys_ptrace', 'CHOWN'], allowSetuid: true }
    const config = hostConfig({ settings })
    expect(config?.CapAdd).toContain('SYS_PTRACE')
    expect(new Set(config?.CapAdd).size).toBe(config?.CapAdd.length)
    expect(config?.SecurityOpt).toEqual([])
  })

  it('is a port of our choice where it is published, and no name server in isolation', () => {
    const published = hostConfig({ bindAddress: '', hostPort: '40000' })
    expect(published?.PortBindings).toEqual({ '80/tcp': [{ HostIp: '', HostPort: '40000' }] })
    expect(hostConfig()).not.toHaveProperty('Dns')
    expect(hostConfig({ order: { ...order, network: 'Isolated' } })?.Dns).toEqual(['192.0.2.1'])
  })
})

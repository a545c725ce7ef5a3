import { describe, expect, it } from 'vitest'
import { parseDaemonAddress } from './address.ts'
import { containerInMounts } from './own-container.ts'
import { noRulesOf, routeOf } from './environment.ts'

const id = 'ab'.repeat(32)
const onHost = { id, onHostNetwork: true, gateway: null }
const inContainer = { id, onHostNetwork: false, gateway: '172.18.0.1' }

describe('the way to instances that are not published', () => {
  const here = {
    self: null,
    reach: 'Auto',
    platform: 'linux',
    hidden: null,
    processors: 2,
    address: parseDaemonAddress('', false, 'linux'),
  } as const
  const remote = parseDaemonAddress('tcp://docker.example', true, 'linux')
  const onThisMachine = { kind: 'published', host: '127.0.0.1', bindAddress: '127.0.0.1' }
  const overThere = { kind: 'published', host: 'docker.example', bindAddress: '' }

  it('is their own address when the networks are on this machine', () => {
    expect(routeOf(here)).toEqual({ kind: 'internal' })
    expect(routeOf({ ...here, self: onHost })).toEqual({ kind: 'internal' })
  })

  it('is a port at its gateway when this server is a container with a network of its own, or none', () => {
    const atGateway = { kind: 'published', host: '172.18.0.1', bindAddress: '172.18.0.1' }
    for (const reach of ['Auto', 'Published'] as const)
      expect(routeOf({ ...here, self: inContainer, reach })).toEqual(atGateway)
    expect(routeOf({ ...here, self: { ...inContainer, gateway: null } })).toMatchObject({ kind: 'none' })
  })

  it('is a port of the Docker host when the networks are elsewhere or hidden', () => {
    expect(routeOf({ ...here, address: remote })).toEqual(overThere)
    expect(routeOf({ ...here, hidden: 'rootless' })).toEqual(onThisMachine)
    expect(routeOf({ ...here, platform: 'darwin' })).toEqual(onThisMachine)
  })

  it('is what is configured', () => {
    expect(routeOf({ ...here, address: remote, reach: 'Internal' })).toEqual({ kind: 'internal' })
    expect(routeOf({ ...here, reach: 'Published' })).toEqual(onThisMachine)
    expect(routeOf({ ...here, self: inContainer, reach: 'Internal' })).toEqual({ kind: 'internal' })
  })
})

describe('packet rules for the bridges of the daemon', () => {
  const here = {
    self: null,
    platform: 'linux',
    hidden: null,
    processors: 2,
    address: parseDaemonAddress('', false, 'linux'),
  } as const

  it('are possible beside the daemon only', () => {
    expect(noRulesOf(here)).toBeNull()
    expect(noRulesOf({ ...here, self: onHost })).toBeNull()
    expect(noRulesOf({ ...here, self: inContainer })).toMatch(/runs in a container/)
    const address = parseDaemonAddress('tcp://docker.example', false, 'linux')
    expect(noRulesOf({ ...here, address })).toMatch(/another machine/)
    expect(noRulesOf({ ...here, hidden: 'rootless' })).toMatch(/without root/)
    expect(noRulesOf({ ...here, hidden: 'desktop' })).toMatch(/virtual machine/)
    expect(noRulesOf({ ...here, platform: 'darwin' })).toMatch(/virtual machine/)
  })
})

describe('the container that this process may run in', () => {
  it('is named by the files that Docker mounts over those that name the machine', () => {
    const inside = `1093 1067 254:1 /var/lib/docker/containers/${id}/resolv.conf /etc/resolv.conf rw - ext4 /dev/vda1 rw`
    expect(containerInMounts(`22 1 0:20 / /proc rw - proc proc rw\n${inside}\n`)).toBe(id)
  })

  it('is none on a host that runs containers', () => {
    const shm = `512 29 0:52 / /var/lib/docker/containers/${id}/mounts/shm rw - tmpfs shm rw`
    expect(containerInMounts(`${shm}\n30 1 254:1 /etc/hosts /etc/hosts rw - ext4 /dev/vda1 rw`)).toBeNull()
    expect(containerInMounts('')).toBeNull()
  })
})

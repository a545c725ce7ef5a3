import { describe, expect, it } from 'vitest'
import { parseDaemonAddress } from './address.ts'
import { containerInMounts } from './own-container.ts'
import { wayOf } from './surroundings.ts'

const id = 'ab'.repeat(32)

describe('the way to instances that are not published', () => {
  const here = {
    self: null,
    reach: 'Auto',
    platform: 'linux',
    isHidden: false,
    processors: 2,
    address: parseDaemonAddress('', false, 'linux'),
  } as const
  const remote = parseDaemonAddress('tcp://docker.example', true, 'linux')
  const onThisMachine = { kind: 'published', host: '127.0.0.1', bindAddress: '127.0.0.1' }
  const overThere = { kind: 'published', host: 'docker.example', bindAddress: '0.0.0.0' }

  it('is their own address when the networks are on this machine', () => {
    expect(wayOf(here)).toEqual({ kind: 'internal' })
    expect(wayOf({ ...here, self: { id, onHostNetwork: true } })).toEqual({ kind: 'internal' })
  })

  it('leads through their network when this server is a container among them', () => {
    expect(wayOf({ ...here, self: { id, onHostNetwork: false } })).toEqual({ kind: 'attached', self: id })
  })

  it('is a port of the Docker host when the networks are elsewhere or hidden', () => {
    expect(wayOf({ ...here, address: remote })).toEqual(overThere)
    expect(wayOf({ ...here, isHidden: true })).toEqual(onThisMachine)
    expect(wayOf({ ...here, platform: 'darwin' })).toEqual(onThisMachine)
  })

  it('is what is configured', () => {
    expect(wayOf({ ...here, address: remote, reach: 'Internal' })).toEqual({ kind: 'internal' })
    expect(wayOf({ ...here, reach: 'Published' })).toEqual(onThisMachine)
    expect(wayOf({ ...here, self: { id, onHostNetwork: false }, reach: 'Published' })).toEqual(onThisMachine)
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

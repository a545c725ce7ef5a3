import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'

const mountTable = '/proc/self/mountinfo'

/** The id of the container that this process may run in; only the daemon knows whether it is one of its own. */
export const possibleOwnContainer = async (): Promise<string | null> => {
  const mounts = await readFile(mountTable, 'utf8').catch(() => '')
  return containerInMounts(mounts) ?? (/^[0-9a-f]{12}$/.test(hostname()) ? hostname() : null)
}

/**
 * Docker mounts files of its own over those that name the machine, from a folder with the container's id.
 * A host has mounts below such folders, too, but not at these places.
 */
export const containerInMounts = (mountinfo: string): string | null => {
  for (const line of mountinfo.split('\n')) {
    const [, , , root = '', place = ''] = line.split(' ')
    if (!/^\/etc\/(hostname|hosts|resolv\.conf)$/.test(place)) continue
    const [, id] = /\/containers\/([0-9a-f]{64})\//.exec(root) ?? []
    if (id !== undefined) return id
  }
  return null
}

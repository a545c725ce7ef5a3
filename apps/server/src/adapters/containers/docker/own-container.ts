import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'

const mountTable = '/proc/self/mountinfo'

export const possibleOwnContainer = async (): Promise<string | null> => {
  const mounts = await readFile(mountTable, 'utf8').catch(() => '')
  return containerInMounts(mounts) ?? (/^[0-9a-f]{12}$/.test(hostname()) ? hostname() : null)
}

// Docker mounts files from a folder with the container's id over those that name the machine. A host has
// mounts below such folders too, but not at these places.
export const containerInMounts = (mountinfo: string): string | null => {
  for (const line of mountinfo.split('\n')) {
    const [, , , root = '', place = ''] = line.split(' ')
    if (!/^\/etc\/(hostname|hosts|resolv\.conf)$/.test(place)) continue
    const [, id] = /\/containers\/([0-9a-f]{64})\//.exec(root) ?? []
    if (id !== undefined) return id
  }
  return null
}

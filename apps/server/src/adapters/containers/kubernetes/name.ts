import { createHash } from 'node:crypto'

// The limit of a DNS label, and so of a pod's host name.
const most = 63

/** Services too require a leading letter and only lowercase letters, digits and hyphens. */
export function podName(image: string, suffix: string): string {
  const last = image.split('@')[0]?.split('/').at(-1)?.split(':')[0] ?? ''
  const plain = slug(last, most - suffix.length - 1)
  return `${plain === '' ? 'instance' : plain}-${suffix}`
}

/** The same in all processes of an installation, and unique to it. */
export function ownName(what: string, ...of: readonly string[]): string {
  const digest = createHash('sha256').update(of.join('\n')).digest('hex').slice(0, 10)
  return `pennant-${slug(what, 40)}-${digest}`
}

function slug(text: string, length: number): string {
  const plain = text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
  return (/^[0-9]/.test(plain) ? `c${plain}` : plain).slice(0, length).replace(/-+$/, '')
}

/** Includes the uid: a later pod of the same name is another one. */
export const runtimeIdOf = (name: string, uid: string): string => `${name}.${uid}`

export function readRuntimeId(runtimeId: string): { name: string; uid: string } | null {
  const [, name, uid] = /^([a-z][a-z0-9-]{0,62})\.([\w-]+)$/.exec(runtimeId) ?? []
  return name === undefined || uid === undefined ? null : { name, uid }
}

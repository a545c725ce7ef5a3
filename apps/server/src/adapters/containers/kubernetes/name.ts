import { createHash } from 'node:crypto'

/** The most that a label of the DNS, and so the name of a pod as a host, may have. */
const most = 63

/**
 * The image's name without path and tag, and the suffix. Services, too, take what begins with a letter and
 * holds small letters, digits and hyphens.
 */
export function podName(image: string, suffix: string): string {
  const last = image.split('@')[0]?.split('/').at(-1)?.split(':')[0] ?? ''
  const plain = slug(last, most - suffix.length - 1)
  return `${plain === '' ? 'instance' : plain}-${suffix}`
}

/** The name of a login or policy: the same in all processes of an installation, and only there. */
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

/** Name and identity: a pod of the same name that comes later is another one. */
export const runtimeIdOf = (name: string, uid: string): string => `${name}.${uid}`

/** Null for what is no id of ours. */
export function readRuntimeId(runtimeId: string): { name: string; uid: string } | null {
  const [, name, uid] = /^([a-z][a-z0-9-]{0,62})\.([\w-]+)$/.exec(runtimeId) ?? []
  return name === undefined || uid === undefined ? null : { name, uid }
}

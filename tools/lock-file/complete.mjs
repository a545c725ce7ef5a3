// @ts-check

/**
 * @typedef {object} Package
 * @property {string} [version]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 *
 * @typedef {{ packages: Record<string, Package> }} LockFile
 */

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'x64']

/**
 * Binaries for other platforms that the lock file does not list, because the registry it was written against
 * does not carry them. `npm ci` of current npm refuses such a lock file, with every registry.
 *
 * @param {LockFile} lock
 * @returns {{ owner: string, name: string, version: string }[]}
 */
export function missingBinaries({ packages }) {
  return Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isListed(packages, owner, name))
      .map(([name, version]) => ({ owner, name, version })),
  )
}

/**
 * The lock file with an entry for each of them: enough for npm to know where they belong, without a checksum.
 *
 * @template {LockFile} T
 * @param {T} lock
 * @returns {T}
 */
export function completeLockFile(lock) {
  const added = missingBinaries(lock).map(({ owner, name, version }) => [
    `node_modules/${name}`,
    entryFor(name, version, lock.packages[owner]?.dev),
  ])
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) })
  // npm sorts these by code unit too.
  return { ...lock, packages: Object.fromEntries(packages.toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

/**
 * @param {string} name
 * @param {string} version
 * @param {boolean | undefined} dev
 * @returns {Package}
 */
function entryFor(name, version, dev) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => processors.includes(word))
  if (!os || !cpu || !/^\d+\.\d+\.\d+/.test(version))
    throw new Error(`${name}@${version} is not listed, and its name does not say which platform it is for`)
  const libc = os !== 'linux' ? undefined : words.find((word) => /musl/.test(word)) ? 'musl' : 'glibc'
  return {
    version,
    cpu: [cpu],
    ...(dev && { dev }),
    ...(libc && { libc: [libc] }),
    optional: true,
    os: [os],
  }
}

/**
 * npm looks for a package beside its owner, then further and further out.
 *
 * @param {Record<string, Package>} packages
 * @param {string} owner
 * @param {string} name
 * @returns {boolean}
 */
function isListed(packages, owner, name) {
  const inside = owner === '' ? `node_modules/${name}` : `${owner}/node_modules/${name}`
  if (inside in packages) return true
  if (owner === '') return false
  const outer = owner.lastIndexOf('/node_modules/')
  return isListed(packages, outer === -1 ? '' : owner.slice(0, outer), name)
}

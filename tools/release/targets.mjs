// @ts-check

/**
 * Where the archive runs; `any` has no built-in database, and its images are processed by WebAssembly.
 *
 * @typedef {{ os: string, cpu: string, libc?: string }} Platform
 * @type {ReadonlyMap<string, Platform | null>}
 */
export const targets = new Map(
  /** @type {[string, Platform | null][]} */ ([
    ['linux-x64', { os: 'linux', cpu: 'x64', libc: 'glibc' }],
    ['linux-arm64', { os: 'linux', cpu: 'arm64', libc: 'glibc' }],
    ['darwin-arm64', { os: 'darwin', cpu: 'arm64' }],
    ['any', null],
  ]),
)

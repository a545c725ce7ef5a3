// @ts-check
import { forgetBuild, hasResults, isBuilt, readSources, rememberBuild } from './build-state.mjs'
import { lockClone } from './clone-lock.mjs'
import { forgetInstall, isInstalled, isInstalledByHand, rememberInstall } from './install-state.mjs'
import { Interrupted, LaunchError } from './launch-error.mjs'
import { npmCommand } from './npm-command.mjs'
import { startGroup } from './process-group.mjs'
import { onStopSignal } from './stop-signals.mjs'

/**
 * @typedef {object} Options
 * @property {boolean} build  whether the product must be built as well
 * @property {boolean} verbose  whether npm may talk
 * @property {(line: string) => void} say
 */

const installFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional']

/**
 * Takes milliseconds when nothing is missing. A signal ends everything it has started, and rejects with
 * `Interrupted`.
 *
 * @param {string} root
 * @param {Options} options
 */
export async function prepare(root, options) {
  if (isInstalled(root) && (!options.build || isBuilt(root))) return
  const stop = new AbortController()
  const signals = onStopSignal((signal) => stop.abort(new Interrupted(signal)))
  try {
    const lock = await lockOrExplain(root, options, stop.signal)
    if (!lock) return
    try {
      await install(root, options, lock, stop.signal)
      if (options.build) await build(root, options, lock, stop.signal)
    } finally {
      lock.release()
    }
  } finally {
    signals.dispose()
  }
}

/**
 * @param {string} root
 * @param {Options} options
 * @param {AbortSignal} signal
 * @returns {Promise<import('./clone-lock.mjs').CloneLock | undefined>} nothing when the clone can't be written
 *   but holds an install and a build to start from
 */
async function lockOrExplain(root, { say, build: wantsBuild }, signal) {
  try {
    return await lockClone(root, {
      signal,
      onWait: (pid) => say(`Process ${pid} is installing or building in this folder; waiting for it ...`),
    })
  } catch (error) {
    const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? ''
    if (!['EACCES', 'EROFS', 'EPERM'].includes(code)) throw error
    if (!(isInstalled(root) || isInstalledByHand(root)) || (wantsBuild && !hasResults(root)))
      throw new LaunchError(
        `This account can't write to ${root} (${code}), which has not been installed and built yet.\n` +
          'Start it once as an account that may write there, or make the folder writable.',
      )
    if (wantsBuild && !isBuilt(root))
      say("Couldn't write to this folder. Starting what was built here, which may be older than its sources.")
    return undefined
  }
}

/**
 * @param {string} root
 * @param {Options} options
 * @param {import('./clone-lock.mjs').CloneLock} lock
 * @param {AbortSignal} signal
 */
async function install(root, options, lock, signal) {
  if (isInstalled(root)) return
  if (isInstalledByHand(root)) return rememberInstall(root)
  options.say('Installing dependencies ...')
  forgetInstall(root)
  await runNpm(root, ['ci', ...installFlags], {
    ...options,
    lock,
    signal,
    task: 'Installing the dependencies',
  })
  rememberInstall(root)
}

/**
 * @param {string} root
 * @param {Options} options
 * @param {import('./clone-lock.mjs').CloneLock} lock
 * @param {AbortSignal} signal
 */
async function build(root, options, lock, signal) {
  if (isBuilt(root)) return
  options.say('Building ...')
  const sources = readSources(root)
  const before = { look: sources.look, content: sources.content() }
  forgetBuild(root)
  await runNpm(root, ['run', 'build'], { ...options, lock, signal, task: 'Building' })
  if (!hasResults(root))
    throw new LaunchError('The build ended without an error but left no server or no client.')
  rememberBuild(root, before)
}

/**
 * @param {string} root
 * @param {string[]} args
 * @param {{ verbose: boolean, lock: import('./clone-lock.mjs').CloneLock, signal: AbortSignal, task: string }} options
 */
async function runNpm(root, args, { verbose, lock, signal, task }) {
  signal.throwIfAborted()
  const npm = npmCommand()
  // Independent of the mode in which the server will run.
  const env = { ...process.env, NODE_ENV: 'production' }
  const group = await startGroup(npm.command, [...npm.args, ...args], {
    cwd: root,
    env,
    stdio: verbose ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
  }).catch((/** @type {unknown} */ error) => {
    throw new LaunchError(`${task} needs npm, which couldn't be started: ${String(error)}`)
  })
  lock.working(group.pid)
  const output = collect(group.child)
  const end = () => void group.stop(3_000)
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  try {
    const { code, signal: killedBy } = await group.ended
    signal.throwIfAborted()
    if (code !== 0) throw new LaunchError(`${output()}\n${task} failed (${killedBy ?? `exit code ${code}`}).`)
  } finally {
    signal.removeEventListener('abort', end)
    await group.stop(3_000)
    lock.working(null)
  }
}

/**
 * Keeps only the end of the output.
 *
 * @param {import('node:child_process').ChildProcess} child
 * @returns {() => string}
 */
function collect(child) {
  const limit = 100_000
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8')
    stream?.on('data', (/** @type {string} */ chunk) => {
      text = (text + chunk).slice(-limit)
    })
  }
  return () => text.trimEnd()
}

// @ts-check
import { startGroup } from './process-group.mjs'

/** Longer than an orderly stop of the server takes. */
const stopGraceMs = 12_000

/**
 * Never runs two servers at the same time: requests that arrive during a restart become one.
 *
 * @param {() => Promise<import('./process-group.mjs').Group>} launch
 * @param {(line: string) => void} say
 */
export function restartingServer(launch, say) {
  /** @type {import('./process-group.mjs').Group | undefined} */
  let running
  let wanted = false
  let closed = false
  /** @type {Promise<void>} */
  let turn = Promise.resolve()

  async function takeTurn() {
    if (!wanted || closed) return
    wanted = false
    await stopRunning()
    if (closed) return
    const group = await launch()
    running = group
    void group.ended.then(({ code, signal }) => {
      if (running !== group) return
      running = undefined
      say(`ended (${signal ?? `exit code ${code}`}); starts again with the next change`)
    })
  }

  async function stopRunning() {
    const group = running
    running = undefined
    await group?.stop(stopGraceMs)
  }

  return {
    restart: () => {
      wanted = true
      turn = turn
        .then(takeTurn)
        .catch((/** @type {unknown} */ error) => say(`couldn't be started: ${String(error)}`))
    },
    close: async () => {
      closed = true
      await turn
      await stopRunning()
    },
  }
}

/**
 * @param {string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 */
export function startNode(args, cwd, env = {}) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return startGroup(process.execPath, args, {
    cwd,
    env: { ...process.env, ...color, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

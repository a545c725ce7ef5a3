// @ts-check
import { startGroup } from './process-group.mjs'

/** Longer than the server takes to stop in order. */
const stopGraceMs = 12_000

/**
 * A server that is started anew whenever asked, never twice at the same time: requests that arrive while it
 * stops or starts become one.
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
    await running?.stop(stopGraceMs)
    if (closed) return
    const group = await launch()
    running = group
    void group.ended.then(({ code, signal }) => {
      if (running !== group) return
      running = undefined
      if (!wanted && !closed)
        say(`ended (${signal ?? `exit code ${code}`}); starts again with the next change`)
    })
  }

  return {
    restart: () => {
      wanted = true
      turn = turn
        .then(takeTurn)
        .catch((/** @type {unknown} */ error) => say(`could not be started: ${String(error)}`))
    },
    close: async () => {
      closed = true
      await turn
      await running?.stop(stopGraceMs)
    },
  }
}

/**
 * A group that runs Node on a script.
 *
 * @param {string[]} args
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} [env]
 */
export function startNode(args, cwd, env = {}) {
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  return startGroup(process.execPath, args, {
    cwd,
    env: { ...process.env, ...colour, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

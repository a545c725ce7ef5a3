// @ts-check

const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/**
 * Only the first signal counts. Under npm, Ctrl-C arrives twice (from the terminal and from npm), so later
 * ones are swallowed until `dispose`.
 *
 * @param {(signal: NodeJS.Signals) => void} stop
 * @returns {{ dispose: () => void }}
 */
export function onStopSignal(stop) {
  let stopping = false
  /** @param {NodeJS.Signals} signal */
  const hear = (signal) => {
    if (stopping) return
    stopping = true
    stop(signal)
  }
  for (const signal of signals) process.on(signal, hear)
  return {
    dispose: () => {
      for (const signal of signals) process.off(signal, hear)
    },
  }
}

/**
 * Ends this process when the npm that runs it has died (killed, or behind a shell that passes no signals on):
 * otherwise it would keep its ports and its data folder.
 */
export function stopWithParent() {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}

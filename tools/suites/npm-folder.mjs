// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { npmCommand } from '../launch/npm-command.mjs'
import { startGroup } from '../launch/process-group.mjs'

/**
 * A folder whose package-lock.json names programs that only some suites need: nobody has to fetch them to start Pennant.
 *
 * @param {string} folder
 */
export function npmFolder(folder) {
  /** @returns {Record<string, { version?: string }>} by their places below the folder */
  const locked = () => {
    const { '': _, ...packages } = readJson(path.join(folder, 'package-lock.json')).packages
    return packages
  }
  return {
    /** Whether the locked versions are here. */
    isThere: () =>
      Object.entries(locked()).every(([place, { version }]) => {
        const file = path.join(folder, place, 'package.json')
        return existsSync(file) && readJson(file).version === version
      }),

    /**
     * @param {AbortSignal} signal
     * @returns {Promise<string | undefined>} what went wrong
     */
    async install(signal) {
      signal.throwIfAborted()
      const npm = npmCommand()
      const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--include=dev']
      const group = await startGroup(npm.command, [...npm.args, 'ci', ...flags], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let said = ''
      group.child.stderr?.setEncoding('utf8').on('data', (chunk) => (said += chunk))
      const end = () => void group.stop(3_000)
      signal.addEventListener('abort', end)
      const { code } = await group.ended
      signal.removeEventListener('abort', end)
      signal.throwIfAborted()
      return code === 0 ? undefined : `npm couldn't fetch it: ${said.trim().split('\n')[0]}`
    },
  }
}

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

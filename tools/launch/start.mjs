// @ts-check
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { exitCodeFor } from './launch-error.mjs'
import { prepare } from './prepare.mjs'
import { stopWithParent } from './stop-signals.mjs'

/**
 * Becomes the server in the same process, so that signals reach it directly.
 *
 * @param {string} program what to become, from the root
 */
export async function start(program = 'apps/server/dist/main.js') {
  const root = path.join(import.meta.dirname, '../..')
  const args = process.argv.slice(2)
  const main = path.join(root, program)
  stopWithParent()
  try {
    await prepare(root, {
      build: true,
      verbose: args.includes('--verbose'),
      say: (line) => console.log(line),
    })
  } catch (error) {
    process.exitCode = exitCodeFor(error)
    return
  }
  process.argv.splice(1, process.argv.length, main, ...args.filter((arg) => arg !== '--verbose'))
  await import(pathToFileURL(main).href)
}

// @ts-check
import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * The npm that runs us, else the one of this Node, else the one on the path.
 *
 * @returns {{ command: string, args: string[] }}
 */
export function npmCommand() {
  const ours = process.env['npm_execpath']
  const bundled = path.join(path.dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')
  const script = [ours, bundled].find(
    (file) => file && path.basename(file) === 'npm-cli.js' && existsSync(file),
  )
  return script ? { command: process.execPath, args: [script] } : { command: 'npm', args: [] }
}

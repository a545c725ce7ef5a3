// @ts-check
/**
 * Writes docs/operator/settings.md from the schema of the server's settings. With `--check` it writes nothing
 * and fails when the file is not what the schema says.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = resolve(root, 'docs/operator/settings.md')

// Read from the sources, not from a build that may be old.
const { module } = await runnerImport(resolve(root, 'apps/server/src/config/manual.ts'), {
  root,
  configFile: false,
  logLevel: 'error',
  resolve: { conditions: ['source'], noExternal: [/^@pennant\//] },
})
const { settingsManual } = /** @type {{ settingsManual: () => string }} */ (module)

const wanted = settingsManual()
const present = existsSync(target) ? readFileSync(target, 'utf8') : null

if (process.argv.includes('--check')) {
  if (present !== wanted) {
    console.error(`${relative(root, target)} is not what the schema says. Run: node tools/manual.mjs`)
    process.exitCode = 1
  }
} else if (present !== wanted) {
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, wanted)
  console.log(`${relative(root, target)} written`)
}

// @ts-check
/**
 * Writes what manuals show of the code: docs/operator/settings.md from the schema of the server's settings, the
 * tables of docs/operator/docker.md from what the tests on Docker prove, and those of docs/operator/doctor.md from the
 * findings. With `--check` it writes nothing and fails
 * when a file is not what the code says.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * From the sources, since a build may be old.
 *
 * @param {string} file
 * @returns {Promise<object>}
 */
const load = async (file) => {
  const { module } = await runnerImport(resolve(root, file), {
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source'], noExternal: [/^@pennant\//] },
  })
  return /** @type {object} */ (module)
}

const { settingsManual } = /** @type {{ settingsManual: () => string }} */ (
  await load('apps/server/src/config/manual.ts')
)
const { withIsolationTables } = /** @type {{ withIsolationTables: (manual: string) => string }} */ (
  await load('apps/server/src/adapters/containers/docker/isolation-table.ts')
)

const { withFindings } = /** @type {{ withFindings: (manual: string) => string }} */ (
  await load('apps/server/src/commands/doctor-manual.ts')
)

/** @type {Record<string, (present: string) => string>} */
const manuals = {
  'docs/operator/settings.md': settingsManual,
  'docs/operator/docker.md': withIsolationTables,
  'docs/operator/doctor.md': withFindings,
}

for (const [file, wantedOf] of Object.entries(manuals)) {
  const target = resolve(root, file)
  const present = existsSync(target) ? readFileSync(target, 'utf8') : ''
  const wanted = wantedOf(present)
  if (present === wanted) continue
  if (process.argv.includes('--check')) {
    console.error(`${file} is not what the code says. Run: node tools/manual.mjs`)
    process.exitCode = 1
  } else {
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, wanted)
    console.log(`${file} written`)
  }
}

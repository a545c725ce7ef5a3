import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

// Everything is built first, so that the shipped product is measured.
const root = fileURLToPath(new URL('..', import.meta.url))
const run = (command, ...args) => execFileSync(command, args, { cwd: root, stdio: 'inherit' })
try {
  run('npx', 'tsc', '-b', '--checkers', '1', 'apps/server', 'bench')
  run('npm', 'run', 'build', '-w', '@pennant/web')
  run(process.execPath, 'bench/dist/main.js', ...process.argv.slice(2))
} catch (error) {
  process.exitCode = error.status ?? 1
}

// @ts-check
/**
 * `npm run check`: everything that can be said about the source without running it.
 *
 *   npm run check                    all steps
 *   npm run check -- lint types      these steps
 *   npm run check -- --fix           first formats, applies safe lint fixes and sorts the catalogues
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'

/** @typedef {{ name: string, script: string, args: string[], remarks?: boolean }} Step  `remarks`: what it says when all is well is shown */

const root = path.join(import.meta.dirname, '..')
const tsc = 'node_modules/typescript/bin/tsc'
const oxlint = 'node_modules/oxlint/bin/oxlint'
const biome = 'node_modules/@biomejs/biome/bin/biome'

/** @type {Step[]} The slow ones first, so that the quick ones fill the gaps. */
const steps = [
  { name: 'lint', script: oxlint, args: ['--deny-warnings'] },
  // Several checkers infer the same types again: twice the processor time.
  { name: 'types', script: tsc, args: ['-b', '--checkers', '1'] },
  { name: 'unused', script: 'node_modules/knip/bin/knip.js', args: ['--no-progress', '--no-config-hints'] },
  { name: 'boundaries', script: 'tools/boundaries/main.mjs', args: [] },
  { name: 'catalogue', script: 'tools/catalogue/main.mjs', args: [] },
  { name: 'migrations', script: 'tools/migrations/main.mjs', args: [] },
  { name: 'prose', script: 'tools/prose/main.mjs', args: [] },
  { name: 'waits', script: 'tools/waits/main.mjs', args: [] },
  { name: 'sides', script: 'tools/sides/main.mjs', args: [] },
  { name: 'lock-file', script: 'tools/lock-file/main.mjs', args: [], remarks: true },
  { name: 'licenses', script: 'tools/licenses.mjs', args: [] },
  { name: 'format', script: biome, args: ['format', '--reporter=summary'] },
]

/** @type {Step[]} In this order: what a fix leaves behind is formatted. */
const fixes = [
  { name: 'lint', script: oxlint, args: ['--fix', '--quiet', '--silent'] },
  { name: 'catalogue', script: 'tools/catalogue/main.mjs', args: ['--fix'] },
  // Twice: some call chains settle only on the second pass.
  { name: 'format', script: biome, args: ['format', '--write'] },
  { name: 'format', script: biome, args: ['format', '--write'] },
]

// The compiler and the linter, which are written in Go, run beside each other, each on half of the processors. They collect
// garbage less often than usual: together, that halves the linter's processor time, and it takes no more memory.
const threads = Math.max(1, Math.floor(availableParallelism() / 2))
const env = { GOMAXPROCS: String(threads), GOGC: '400', ...process.env }

process.exitCode = await main(process.argv.slice(2))

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
async function main(args) {
  const names = args.filter((argument) => argument !== '--fix')
  const unknown = names.find((name) => !steps.some((step) => step.name === name))
  if (unknown) {
    console.error(`No step ${unknown}. There are ${steps.map((step) => step.name).join(', ')}, and --fix.`)
    return 2
  }
  if (!existsSync(path.join(root, tsc))) {
    console.error('Nothing is installed yet: run `npm install` first.')
    return 2
  }
  const chosen = steps.filter((step) => names.length === 0 || names.includes(step.name))
  if (args.includes('--fix')) {
    for (const fix of fixes) if (chosen.some((step) => step.name === fix.name)) await run(fix)
  }

  const began = performance.now()
  const waiting = [...chosen]
  /** @type {{ name: string, output: string }[]} */
  const failed = []
  await Promise.all(
    Array.from({ length: Math.max(2, availableParallelism()) }, async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        const { ok, seconds, output } = await run(step)
        console.log(
          `${ok ? 'ok    ' : 'FAILED'}  ${step.name.padEnd(10)} ${seconds.toFixed(1).padStart(5)} s`,
        )
        if (!ok) failed.push({ name: step.name, output })
        else if (step.remarks) console.log(`        ${output.trim()}`)
      }
    }),
  )
  for (const { name, output } of failed)
    console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}\n${output.trim()}`)
  const total = ((performance.now() - began) / 1000).toFixed(1)
  const verdict =
    failed.length === 0 ? 'All checks passed' : `Failed: ${failed.map((one) => one.name).join(', ')}`
  console.log(`\n${verdict} (${total} s).`)
  if (failed.some((one) => one.name === 'format')) console.log('`npm run check -- --fix` formats.')
  return failed.length === 0 ? 0 : 1
}

/**
 * @param {Step} step
 * @returns {Promise<{ ok: boolean, seconds: number, output: string }>}
 */
function run(step) {
  const began = performance.now()
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, step.script), ...step.args], { cwd: root, env })
    /** @type {Buffer[]} */
    const parts = []
    child.stdout.on('data', (part) => parts.push(part))
    child.stderr.on('data', (part) => parts.push(part))
    /** @param {boolean} ok @param {string} more */
    const end = (ok, more) => {
      const seconds = (performance.now() - began) / 1000
      resolve({ ok, seconds, output: Buffer.concat(parts).toString('utf8') + more })
    }
    child.on('error', (error) => end(false, error.message))
    child.on('close', (code, signal) => end(code === 0, signal ? `ended by ${signal}` : ''))
  })
}

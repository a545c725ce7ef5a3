// @ts-check
import path from 'node:path'
import { checkBoundaries } from './check-boundaries.mjs'

const root = path.resolve(process.argv[2] ?? path.join(import.meta.dirname, '../..'))
const { files, faults } = checkBoundaries(root)
for (const { file, line, text } of faults) console.log(`${file}:${line}  ${text}`)
console.log(
  faults.length === 0 ? `${files} files, no wrong arrow` : `${faults.length} faults in ${files} files`,
)
process.exitCode = faults.length === 0 ? 0 : 1

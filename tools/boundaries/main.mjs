// @ts-check
import path from 'node:path'
import { checkBoundaries } from './check-boundaries.mjs'

const { files, faults } = checkBoundaries(path.join(import.meta.dirname, '../..'))
for (const { file, line, text } of faults) console.log(`${file}:${line}  ${text}`)
console.log(`${files} files, ${faults.length === 0 ? 'no' : faults.length} wrong arrows`)
process.exitCode = faults.length === 0 ? 0 : 1

// @ts-check
import path from 'node:path'
import { checkProse } from './check-prose.mjs'

const faults = checkProse(path.join(import.meta.dirname, '../..'), {})
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'plain English' : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

// @ts-check
import path from 'node:path'
import { checkWaits } from './check-waits.mjs'

const faults = checkWaits(path.join(import.meta.dirname, '../..'), {
  'apps/server/src/adapters/containers/containers.suite.ts': {
    waits: 1,
    why: 'breaks off late in a start of a real container, whose moments nobody tells',
  },
})
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'no test waits for real time' : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

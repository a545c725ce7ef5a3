// @ts-check
import path from 'node:path'
import { checkWaits } from './check-waits.mjs'

const docker = 'apps/server/src/adapters/containers/docker'
const moment = 'something must not happen, and nothing tells that it was about to'

const faults = checkWaits(path.join(import.meta.dirname, '../..'), {
  'apps/server/src/adapters/containers/containers.suite.ts': {
    waits: 1,
    why: 'breaks off late in a start of a real container, whose moments nobody tells',
  },
  [`${docker}/fault.docker.test.ts`]: { waits: 2, why: 'a real daemon tells of nothing between its events' },
  'apps/server/src/adapters/lock/postgres.test.ts': { waits: 1, why: 'outlasts the limit of the database' },
  'apps/server/src/modules/mail/delivery.test.ts': { waits: 1, why: moment },
  'apps/server/src/modules/mail/process.test.ts': { waits: 1, why: moment },
  'apps/server/src/modules/submission/sheet.test.ts': { waits: 1, why: moment },
})
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'no test waits for real time' : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

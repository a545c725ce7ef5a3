// @ts-check
import path from 'node:path'
import { checkMigrations } from './check-migrations.mjs'

const folder = 'apps/server/src/adapters/sql/migrations'
const { count, faults } = checkMigrations(path.join(import.meta.dirname, '../..', folder))
for (const { file, text } of faults) console.log(`${folder}/${file}  ${text}`)
if (faults.length > 0) console.log('An expanding migration only adds. Declare the rest as `contract`.')
console.log(`${count} migrations, ${faults.length === 0 ? 'no' : faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

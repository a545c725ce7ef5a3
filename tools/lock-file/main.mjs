// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { completeLockFile, missingBinaries } from './complete.mjs'

const file = path.join(import.meta.dirname, '../../package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))
const missing = missingBinaries(lock)
if (missing.length > 0) writeFileSync(file, `${JSON.stringify(completeLockFile(lock), null, 2)}\n`)
console.log(`${missing.length} entries added to package-lock.json`)

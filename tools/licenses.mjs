// @ts-check
/**
 * Checks what the packages that an installation runs are licensed under, as a step of `npm run check`.
 *
 *   node tools/licenses.mjs           refuses licenses that can't come with ours, and a list that is out of date
 *   node tools/licenses.mjs --write   writes THIRD-PARTY.md
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listOf, refusals, thirdParties } from './licenses/terms.mjs'

const root = path.join(import.meta.dirname, '..')
const listFile = path.join(root, 'THIRD-PARTY.md')

const parties = thirdParties(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
const list = listOf(parties)
if (process.argv.includes('--write')) writeFileSync(listFile, list)

const faults = refusals(parties)
if (readFileSync(listFile, 'utf8') !== list)
  faults.push('THIRD-PARTY.md is out of date: run `node tools/licenses.mjs --write`')
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 ? 1 : 0

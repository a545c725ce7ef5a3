// @ts-check
/**
 * Checks package-lock.json, as a step of `npm run check`.
 *
 *   node tools/lock-file/main.mjs           against the list of known vulnerabilities in the repository
 *   node tools/lock-file/main.mjs --renew   asks the registry for a newer list first (`npm run audit`)
 */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { knownBad, renewed } from './advisories.mjs'
import { askRegistry } from './ask-registry.mjs'
import { lockFaults } from './faults.mjs'

const folder = process.argv.slice(2).find((argument) => !argument.startsWith('-'))
const root = path.resolve(folder ?? path.join(import.meta.dirname, '../..'))
const listFile = path.join(root, 'tools/lock-file/advisories.json')
const today = new Date().toISOString().slice(0, 10)

/** @type {import('./faults.mjs').LockFile} */
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
/** @type {import('./advisories.mjs').List} */
let list = JSON.parse(readFileSync(listFile, 'utf8'))

if (process.argv.includes('--renew')) {
  const answer = await askRegistry(root)
  if ('refusal' in answer)
    console.log(`The registry gave no audit, so the list stays as it is: ${answer.refusal}`)
  else {
    list = renewed(list, answer.advisories, lock, today)
    writeFileSync(listFile, `${JSON.stringify(list, null, 2)}\n`)
  }
}

const faults = [...lockFaults(lock), ...knownBad(lock, list.advisories)]
for (const fault of faults) console.log(fault)
console.log(`compared with ${list.advisories.length} known vulnerabilities, ${ageOf(list)}`)
process.exitCode = faults.length > 0 ? 1 : 0

/**
 * @param {import('./advisories.mjs').List} list
 * @returns {string}
 */
function ageOf({ begun, renewed: answered }) {
  const days = Math.round((Date.parse(today) - Date.parse(answered ?? begun)) / 86_400_000)
  const age = days === 1 ? '1 day ago' : `${days} days ago`
  return answered === null
    ? `collected by hand on ${begun} (${age}); no registry has confirmed them yet (npm run audit asks)`
    : `confirmed by a registry on ${answered} (${age})`
}

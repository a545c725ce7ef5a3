// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { checkCatalogues } from './check-catalogues.mjs'

const fix = process.argv.includes('--fix')
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('-'))
const root = path.resolve(folder ?? path.join(import.meta.dirname, '../..'))
const sameAsEnglish = JSON.parse(readFileSync(path.join(import.meta.dirname, 'same-as-english.json'), 'utf8'))

const result = checkCatalogues(root, { sameAsEnglish, fix })
for (const { file, line, text } of result?.faults ?? []) console.log(`${file}:${line}  ${text}`)
if (!result) console.log('no catalogues yet')
else if (result.faults.length === 0) console.log(`${result.catalogues} catalogues, complete`)
else console.log(`${result.faults.length} faults in ${result.catalogues} catalogues`)
process.exitCode = result && result.faults.length > 0 ? 1 : 0

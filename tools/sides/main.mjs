// @ts-check
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn } from '../files.mjs'
import { findSides } from './find-sides.mjs'

const root = path.join(import.meta.dirname, '../..')
const faults = filesIn(root)
  .filter((file) => file.startsWith('apps/web/src/') && file.endsWith('.css'))
  .flatMap((file) =>
    findSides(readFileSync(path.join(root, file), 'utf8')).map(
      ({ line, text }) => `${file}:${line}  names a side of the screen: ${text}`,
    ),
  )
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'all styles work from right to left, too' : `${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1

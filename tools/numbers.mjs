// @ts-check
// How the code is laid out, in figures: when the plan was made, now, and the target. A dash is what no count tells.
import path from 'node:path'
import { figures } from './numbers/count.mjs'

for (const { name, planned, now, target } of figures(path.join(import.meta.dirname, '..')))
  console.log(`${name.padEnd(44)}${planned.padStart(9)}${now.padStart(9)}${target.padStart(11)}`)

// @ts-check
// A dash means that it can't be counted.
import path from 'node:path'
import { figures } from './numbers/count.mjs'

for (const { name, planned, now, target } of figures(path.join(import.meta.dirname, '..')))
  console.log(`${name.padEnd(44)}${planned.padStart(9)}${now.padStart(9)}${target.padStart(11)}`)

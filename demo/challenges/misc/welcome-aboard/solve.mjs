// @ts-check
import { readFileSync } from 'node:fs'

const text = readFileSync(new URL('description.md', import.meta.url), 'utf8')
console.log(/^flag\{\w+\}$/m.exec(text)?.[0])

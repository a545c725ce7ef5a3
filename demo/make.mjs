// @ts-check
/**
 * Makes the attachments: `node demo/make.mjs [category/slug …]`, all of them without an argument. What
 * comes out is the same, byte for byte, every time.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { listSlugs } from './challenge.mjs'

const asked = process.argv.slice(2)
for (const slug of asked.length > 0 ? asked : listSlugs()) {
  const folder = path.join(import.meta.dirname, 'challenges', slug)
  if (!existsSync(path.join(folder, 'make.mjs'))) continue
  /** @type {{ make(): Record<string, string | Buffer> }} */
  const { make } = await import(path.join(folder, 'make.mjs'))
  const files = Object.entries(make())
  for (const [name, content] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), content)
  }
  console.log(`${slug}: ${files.length} files`)
}

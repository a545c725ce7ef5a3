// @ts-check
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { modeOf } from './source.mjs'

/**
 * All files of a folder under another name. Links stay out: what made them makes them again.
 *
 * @param {string} folder
 * @param {string} name
 * @param {(name: string) => boolean} [wanted]  by the name within the folder
 * @returns {import('./archive.mjs').Entry[]}
 */
export const entriesOf = (folder, name, wanted = () => true) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, within: path.relative(folder, file).replaceAll(path.sep, '/') }))
    .filter(({ within }) => wanted(within))
    .map(({ file, within }) => ({ name: `${name}/${within}`, mode: modeOf(file), file }))

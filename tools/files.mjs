// @ts-check
import { readdirSync } from 'node:fs'
import path from 'node:path'

const skipped = /^(node_modules|dist|data|output|coverage|\..*)$/

/**
 * @param {string} root
 * @param {string} [folder]
 * @returns {string[]}
 */
export const filesIn = (root, folder = '') =>
  readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name)
    if (entry.isDirectory()) return skipped.test(entry.name) ? [] : filesIn(root, name)
    return entry.isFile() ? [name] : []
  })

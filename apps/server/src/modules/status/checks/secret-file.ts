import { realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Check, found } from './check.ts'

const [read, enter] = [0o004, 0o001]
// Of service managers and container runtimes, which show it to nobody else.
const ofRuntimes = /^\/run\//

const areSet = async (path: string, bits: number): Promise<boolean> => ((await stat(path)).mode & bits) !== 0

/** Whether accounts can read it that are neither its owner nor in its group. */
const isOpen = async (path: string): Promise<boolean> => {
  if (!(await areSet(path, read))) return false
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!(await areSet(folder, enter))) return false
    if (folder === dirname(folder)) return true
  }
}

/** Files that settings name for secrets. */
export const secretFileCheck = (paths: readonly string[]): Check => ({
  id: 'safety.secretFile',
  async run() {
    const open = []
    for (const path of paths) {
      const real = await realpath(path)
      if (!ofRuntimes.test(real) && (await isOpen(real))) open.push(path)
    }
    return open.map((path) => found('yellow', 'safety.secretFile', path))
  },
})

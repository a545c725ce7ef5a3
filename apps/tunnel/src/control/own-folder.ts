import { chmod, lstat, mkdir } from 'node:fs/promises'
import { PathFault } from '../paths.ts'

export const makeOwnFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stat = await lstat(folder)
  const user = process.getuid?.()
  if (!stat.isDirectory() || (user !== undefined && stat.uid !== user))
    throw new PathFault(`${folder} belongs to another user`)
  if ((stat.mode & 0o077) !== 0) await chmod(folder, 0o700)
}

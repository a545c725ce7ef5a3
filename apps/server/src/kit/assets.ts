import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

export type Asset = 'client' | 'favicon' | 'locales' | 'tunnel' | 'version'

/**
 * Returns where a file or folder is that comes with the program: `assets.json`, beside or above the program,
 * says it, since a clone and a release keep them in different places.
 */
export const assets = (name: Asset): string => {
  const folder = folderOfList(import.meta.dirname)
  const list = JSON.parse(readFileSync(path.join(folder, 'assets.json'), 'utf8')) as Record<Asset, string>
  return path.join(folder, list[name])
}

const folderOfList = (folder: string): string => {
  if (existsSync(path.join(folder, 'assets.json'))) return folder
  const above = path.dirname(folder)
  if (above === folder) throw new Error('This installation is not complete: it has no assets.json')
  return folderOfList(above)
}

export const readVersion = (): string =>
  (JSON.parse(readFileSync(assets('version'), 'utf8')) as { version: string }).version

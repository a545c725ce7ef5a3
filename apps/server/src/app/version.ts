import { readFile } from 'node:fs/promises'
import { assets } from '../kit/assets.ts'

export const readVersion = async (): Promise<string> =>
  (JSON.parse(await readFile(assets('version'), 'utf8')) as { version: string }).version

import { randomBytes, timingSafeEqual } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

const fileName = 'key'
const form = /^[\w-]{24,64}$/

/** An invalid key in the file is replaced. */
export const readKey = async (folder: string): Promise<string> => {
  const file = path.join(folder, fileName)
  const stored = (await readFile(file, 'utf8').catch(() => '')).trim()
  const key = form.test(stored) ? stored : randomBytes(24).toString('base64url')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (key !== stored) await writeFile(file, `${key}\n`, { mode: 0o600 })
  // The mode above applies only to a new file.
  await chmod(file, 0o600)
  return key
}

/** Null for another key or none. */
export const pathWithoutKey = (key: string, asked: string): string | null => {
  const front = Buffer.from(`/${key}/`)
  const given = Buffer.from(asked)
  if (given.length < front.length || !timingSafeEqual(given.subarray(0, front.length), front)) return null
  return asked.slice(front.length - 1)
}

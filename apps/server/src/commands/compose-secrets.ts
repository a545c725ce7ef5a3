import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { errorCode } from '../kit/start-fault.ts'
import { syncFolder, writeSynced } from '../adapters/data-folder/whole-file.ts'
import { newPassword } from '../modules/user/service.ts'
import { done, finding, Refusal, type Verb } from './verb.ts'

type Kept = (name: Secret) => Promise<string>
type Secret = keyof typeof secrets

const random = async (): Promise<string> => randomBytes(32).toString('base64url')

/** In this order: an address holds the password before it. The names of hosts are those of compose's services. */
const secrets = {
  'database-password': random,
  'database-url': async (kept: Kept) =>
    `postgresql://pennant:${await kept('database-password')}@postgres:5432/pennant`,
  'redis-password': random,
  'redis-url': async (kept: Kept) => `redis://:${await kept('redis-password')}@redis:6379`,
  'admin-password': async () => newPassword(),
  'secret-key': random,
}

export const composeSecrets: Verb = {
  words: ['[FOLDER]'],
  flags: {},
  summary: 'Write the secrets that compose needs into files, those that are missing (secrets)',
  async run({ words }, { cwd }) {
    const folder = resolve(cwd, words[0] ?? 'secrets')
    try {
      await openFolder(folder)
      const written: string[] = []
      const keeping: string[] = []
      for (const [name, make] of Object.entries(secrets)) {
        const content = await make((other) => readFile(join(folder, other), 'utf8'))
        const list = (await writeOnce(join(folder, name), content)) ? written : keeping
        list.push(name)
      }
      await syncFolder(folder)
      const text = [...listed(`Written to ${folder}`, written), ...listed(`Kept in ${folder}`, keeping)]
      return done(text.join('\n'), { folder, written, kept: keeping })
    } catch (error) {
      if (error instanceof Refusal) throw error
      const why = `Can't write secrets to "${folder}" (${errorCode(error)}).`
      const remedy = 'Change its owner, or name another folder.'
      throw new Refusal(1, finding('error', 'secrets.folder', 'secrets', why, { remedy }))
    }
  },
}

const listed = (title: string, names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`${title}: ${names.join(', ')}`]

const others = 0o077

const openFolder = async (folder: string): Promise<void> => {
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error
  })
  const { mode } = await stat(folder)
  if ((mode & others) === 0) return
  const why = `Other accounts can look into "${folder}".`
  const remedy = `Run \`chmod 700\` on it, and this command again.`
  throw new Refusal(4, finding('error', 'secrets.open', 'secrets', why, { remedy }))
}

/** False if the name is taken. After a crash there is the whole file or none. */
const writeOnce = async (path: string, content: string): Promise<boolean> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    await writeSynced(draft, content)
    // Compose mounts each file alone, with this mode, for accounts that aren't known here. The folder keeps others out.
    await chmod(draft, 0o444)
    await link(draft, path)
    return true
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
}

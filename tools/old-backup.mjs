// @ts-check
/**
 * Writes a backup of an installation that an older version has made: `node tools/old-backup.mjs COMMIT NAME`.
 *
 * The program of the commit is built from history, with the packages that are installed here, and plays a small game.
 * It then backs itself up; a version from before there were backups has its tables copied by the program of today
 * (`npm run build`), with the scoreboard that it has answered itself.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  createReadStream,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'

const root = path.join(import.meta.dirname, '..')
const backups = path.join(root, 'tests/ops/backups')
const fixtureKey = readFileSync(path.join(backups, 'key.txt'), 'utf8').trim()
const [commit = '', name = ''] = process.argv.slice(2)
if (commit === '' || !/^[a-z0-9-]+$/.test(name)) throw new Error('usage: old-backup.mjs COMMIT NAME')

const folder = mkdtempSync(path.join(tmpdir(), 'old-backup-'))
const source = path.join(folder, 'source')
const dataDir = path.join(folder, 'data')
const [port, healthPort] = [38_471, 38_472]
const site = `http://127.0.0.1:${port}`
const adminPassword = 'Str0ng-Enough'
const main = path.join(source, 'apps/server/dist/main.js')
const env = {
  PATH: process.env['PATH'],
  HOME: folder,
  TMPDIR: tmpdir(),
  PENNANT_DATADIR: dataDir,
  PENNANT_HOST: '127.0.0.1',
  PENNANT_PORT: String(port),
  PENNANT_HEALTHPORT: String(healthPort),
  PENNANT_SECRETKEY: fixtureKey,
  PENNANT_ADMINPASSWORD: adminPassword,
  PENNANT_DISABLERATELIMIT: 'true',
  PENNANT_CONTAINERPROVIDER__TYPE: 'None',
}

try {
  execFileSync('git', ['worktree', 'add', '--detach', source, commit], { cwd: root, stdio: 'inherit' })
  linkPackages()
  execFileSync(path.join(root, 'node_modules/.bin/tsc'), ['-b', 'apps/server'], {
    cwd: source,
    stdio: 'inherit',
  })
  const server = spawn(process.execPath, [main], { env, cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  for await (const chunk of server.stdout) if (String(chunk).includes('Pennant is ready at')) break
  server.stdout.resume()
  const boards = await play()
  server.kill('SIGTERM')
  await ended
  const target = path.join(backups, `${name}.tar`)
  const made = await backUp(boards)
  writeFileSync(target, made, { mode: 0o600 })
  console.log(`${target}: ${made.length} bytes`)
} finally {
  execFileSync('git', ['worktree', 'remove', '--force', source], { cwd: root, stdio: 'inherit' })
  rmSync(folder, { recursive: true, force: true })
}

/** The commit's own packages come from its own folders. */
function linkPackages() {
  const own = path.join(source, 'node_modules')
  mkdirSync(own)
  for (const entry of readdirSync(path.join(root, 'node_modules')))
    if (entry !== '@pennant') symlinkSync(path.join(root, 'node_modules', entry), path.join(own, entry))
  // Links that lead to the folder of the packages.
  cpSync(path.join(root, 'node_modules/@pennant'), path.join(own, '@pennant'), {
    recursive: true,
    verbatimSymlinks: true,
  })
}

/**
 * @param {string} method
 * @param {string} where
 * @param {string} cookie
 * @param {unknown} [body]
 */
async function call(method, where, cookie, body) {
  const response = await fetch(`${site}${where}`, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${where}: ${response.status} ${text}`)
  const [session = ''] = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return { text, cookie: session, answer: text === '' ? null : JSON.parse(text) }
}

async function play() {
  const { cookie: admin } = await call('POST', '/api/account/login', '', {
    userName: 'Admin',
    password: adminPassword,
  })
  const hour = 3_600_000
  const { answer: game } = await call('POST', '/api/edit/games', admin, {
    title: `Game of ${name}`,
    acceptWithoutReview: true,
    practiceMode: false,
    start: Date.now() - hour,
    end: Date.now() + 24 * hour,
  })
  const edit = `/api/edit/games/${game.id}/challenges`
  const flags = new Map()
  for (const [title, category] of [
    ['First', 'Web'],
    ['Second', 'Pwn'],
    ['Third', 'Crypto'],
  ]) {
    const { answer: challenge } = await call('POST', edit, admin, { title, category })
    const flag = `flag{${title}}`
    await call('POST', `${edit}/${challenge.id}/flags`, admin, [{ flag }])
    await call('PUT', `${edit}/${challenge.id}`, admin, { isEnabled: true })
    flags.set(challenge.id, flag)
  }
  for (const [index, team] of ['فريق النجوم', 'Tide & Co.', '潮'].entries()) {
    const userName = `player${index}`
    const password = 'Passw0rd'
    const account = { userName, password, email: `${userName}@example.test` }
    const { cookie } = await call('POST', '/api/account/register', '', account)
    const { answer: made } = await call('POST', '/api/team', cookie, { name: team })
    await call('POST', `/api/game/${game.id}`, cookie, { teamId: made.id })
    await call('POST', `/api/game/${game.id}/challenges/${[...flags.keys()][0]}`, cookie, {
      flag: 'flag{wrong}',
    })
    for (const [id, flag] of [...flags].slice(index))
      await call('POST', `/api/game/${game.id}/challenges/${id}`, cookie, { flag })
  }
  /** @type {any} */
  let board
  do board = JSON.parse((await call('GET', `/api/game/${game.id}/scoreboard`, admin)).text)
  while (
    board.items.reduce(
      (/** @type {number} */ sum, /** @type {any} */ item) => sum + item.solvedChallenges.length,
      0,
    ) < 6
  )
  const poster = new FormData()
  poster.append('files', new Blob(['a file of the time']), 'note.txt')
  const uploaded = await fetch(`${site}/api/assets`, {
    method: 'POST',
    headers: { cookie: admin },
    body: poster,
  })
  if (!uploaded.ok) throw new Error(`upload: ${uploaded.status} ${await uploaded.text()}`)
  return [{ gameId: game.id, items: board.items }]
}

/** @param {Awaited<ReturnType<typeof play>>} boards */
async function backUp(boards) {
  const target = path.join(folder, 'backups')
  try {
    const words = ['backup', 'create', '--no-verify', '--to', target]
    execFileSync(process.execPath, [main, ...words], { env, cwd: '/', stdio: 'pipe' })
  } catch (error) {
    // Not proven: that is what the fixture is for.
    const { status } = /** @type {{ status: number }} */ (error)
    if (status !== 3) return copyOf(boards)
  }
  const made = readdirSync(target).find((one) => one.endsWith('.tar')) ?? ''
  return buffer(createReadStream(path.join(target, made)))
}

/** @param {Awaited<ReturnType<typeof play>>} boards */
async function copyOf(boards) {
  const dist = path.join(root, 'apps/server/dist')
  const { startEmbedded } = await import(path.join(dist, 'adapters/sql/embedded/embedded.js'))
  const { openDataFolder } = await import(path.join(dist, 'adapters/data-folder/data-folder.js'))
  const { openSnapshot } = await import(path.join(dist, 'adapters/sql/backup/snapshot.js'))
  const { createMeasure } = await import(path.join(dist, 'adapters/sql/backup/measure.js'))
  const { keyFingerprint } = await import(path.join(dist, 'core/backup/last-proven.js'))
  const { keyOfFile } = await import(path.join(dist, 'core/file/store.js'))
  const { openDiskStore } = await import(path.join(dist, 'adapters/blob/disk.js'))
  const { answerHash } = await import(path.join(dist, 'backup/boards.js'))
  const { writeSealedTar } = await import(path.join(dist, 'kit/sealed-tar/writer.js'))
  const held = await openDataFolder(dataDir)
  const database = await startEmbedded({ dataFolder: held.path, log: () => undefined })
  const { signal } = new AbortController()
  const snapshot = await openSnapshot(database.connection, 'backup', signal)
  /** @type {Map<string, { rows: Buffer, table: Record<string, unknown> }>} */
  const copied = new Map()
  await snapshot.eachTable(
    async (/** @type {any} */ { name: table, columns }, /** @type {Readable} */ rows) => {
      const { stream, end } = createMeasure()
      const bytes = await buffer(rows.pipe(stream))
      copied.set(table, { rows: gzipSync(bytes), table: { name: table, columns, ...end() } })
    },
  )
  const tables = snapshot.tables.flatMap((/** @type {any} */ one) => copied.get(one.name) ?? [])
  const files = await snapshot.read((/** @type {any} */ db) =>
    db.selectFrom('file').select(['hash', 'size']).where('refs', '>', 0).orderBy('hash').execute(),
  )
  const blobs = await openDiskStore(path.join(dataDir, 'files'))
  const manifest = {
    format: 1,
    version: `0.0.0-${commit}`,
    createdAt: Date.now(),
    postgres: snapshot.postgres,
    schema: await snapshot.schema(),
    keyFingerprint: keyFingerprint(fixtureKey),
    tables: tables.map((/** @type {any} */ { table }) => table),
    sequences: await snapshot.sequences(),
    hasFiles: true,
    files: files.map((/** @type {any} */ { hash, size }) => ({ hash, size: Number(size) })),
    missing: [],
    boards: boards.map(({ gameId, items }) => answerHash(gameId, Buffer.from(JSON.stringify({ items })))),
    settings: [],
  }
  const entries = [
    ['manifest.json', Buffer.from(JSON.stringify(manifest))],
    ...tables.map((/** @type {any} */ { table, rows }) => [`tables/${table.name}.copy.gz`, rows]),
  ]
  for (const { hash } of files)
    entries.push([`files/${hash}`, await buffer(await blobs.get(keyOfFile(hash)))])
  const parts = writeSealedTar(
    entries.map(([entry, bytes]) => ({
      name: entry,
      size: bytes.length,
      open: () => Readable.from([bytes]),
    })),
  )
  const made = await buffer(Readable.from(parts))
  await snapshot.close()
  await database.stop()
  await held.release()
  return made
}

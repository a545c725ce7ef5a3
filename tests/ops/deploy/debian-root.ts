import { execFile, execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Documents, and what only Debian's own set-up needs. */
const notRun = /^\/usr\/share\/(doc|info|lintian|locale|man|bug|bash-completion|perl5?)\//

/** Large, and not called by what images start. */
const leftOut =
  /^(debconf|dbus|init-system-helpers|libllvm.*|libperl.*|locales|perl.*|postgresql-(client-)?common|ssl-cert|systemd|ucf|udev)$/

/** Whether this machine has packages to make images of. */
export const debianMissing = (): string | null => {
  try {
    execFileSync('dpkg-query', ['--show', 'dpkg'], { stdio: 'ignore' })
    return null
  } catch {
    return 'images are made of the packages of a Debian'
  }
}

/**
 * Writes the files of installed packages, and of those that they depend on, into an archive, with more files from a
 * folder. No registry and no mirror is asked.
 */
export async function packDebian(file: string, packages: readonly string[], more: string): Promise<void> {
  const names = await withDependencies(packages)
  const { stdout } = await run('dpkg-query', ['--listfiles', ...names], { maxBuffer: 2 ** 26 })
  // A folder without an entry could be entered by root alone, and no package has this one.
  mkdirSync(path.join(more, 'usr/lib64'), { recursive: true })
  const own = readdirSync(more, { recursive: true, encoding: 'utf8' }).toSorted()
  const taken = new Set(own)
  // An archive with two entries of one name is refused.
  const files = [...stdout.split('\n'), ...alternatives()]
    .filter((one) => one.startsWith('/') && one !== '/.' && !notRun.test(`${one}/`) && isThere(one))
    .map((one) => one.slice(1))
    .toSorted()
    .filter((one) => !taken.has(merged(one)) && taken.add(merged(one)))
  const packing = run(
    'tar',
    [
      ...['--create', `--file=${file}`, '--owner=0', '--group=0', '--hard-dereference', '--no-recursion'],
      ...linkedFolders.map((name) => `--transform=flags=r;s,^${name}/,usr/${name}/,`),
      ...['--directory=/', '--files-from=-', `--directory=${more}`, ...own],
    ],
    { maxBuffer: 2 ** 24 },
  )
  packing.child.stdin?.end(`${files.join('\n')}\n`)
  await packing
}

/** Folders below / that are links to those below /usr. */
const linkedFolders = ['bin', 'lib', 'lib32', 'lib64', 'libx32', 'sbin']
const merged = (file: string): string =>
  linkedFolders.some((name) => file.startsWith(`${name}/`)) ? `usr/${file}` : file

const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined

/** Links that no package owns. */
function alternatives(): string[] {
  const linked = ['/usr/bin', '/usr/sbin'].flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => path.join(folder, name))
      .filter((file) => readlinkSync(file).startsWith('/etc/alternatives/')),
  )
  return [...linked, ...linked.map((file) => readlinkSync(file))].filter(isThere)
}

async function withDependencies(wanted: readonly string[]): Promise<string[]> {
  const format = '${Package}\\t${Status}\\t${Pre-Depends}, ${Depends}\\t${Provides}\\n'
  const { stdout } = await run('dpkg-query', ['--show', `--showformat=${format}`], { maxBuffer: 2 ** 26 })
  const installed = new Map<string, string[][]>()
  const provided = new Map<string, string>()
  for (const line of stdout.split('\n')) {
    const [name = '', status = '', depends = '', provides = ''] = line.split('\t')
    if (!status.endsWith(' installed')) continue
    installed.set(
      name,
      listOf(depends, ',').map((one) => listOf(one, '|').map(bare)),
    )
    for (const one of listOf(provides, ',')) provided.set(bare(one), name)
  }
  const names = new Set<string>()
  const add = (name: string): void => {
    if (names.has(name) || leftOut.test(name)) return
    names.add(name)
    for (const choices of installed.get(name) ?? []) {
      const found = choices.find((one) => installed.has(one)) ?? choices.map((one) => provided.get(one))[0]
      if (found !== undefined) add(found)
    }
  }
  for (const name of wanted) {
    if (!installed.has(name)) throw new Error(`the package ${name} is not installed`)
    add(name)
  }
  return [...names]
}

const listOf = (text: string, between: string): string[] =>
  text
    .split(between)
    .map((one) => one.trim())
    .filter(Boolean)

/** Without its version and architecture. */
const bare = (dependency: string): string => dependency.replace(/[ (:].*$/, '')

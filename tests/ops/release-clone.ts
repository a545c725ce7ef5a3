import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { skipReason } from '../kit/skip-reason.ts'
import { plainEnvironment, project } from './server.ts'

const run = promisify(execFile)

export const target = `${process.platform}-${process.arch}`
export const releaseMissing = (): string | null =>
  skipReason(
    process.platform === 'linux' &&
      ['arm64', 'x64'].includes(process.arch) &&
      has('git', '--version') &&
      has('ssh-keygen', '-?'),
    'a release is made on Linux, with git and ssh-keygen',
  )
const has = (program: string, flag: string): boolean => spawnSync(program, [flag]).error === undefined

export type Place = { readonly path: string; remove(): void }

export function openPlace(): Place {
  const folder = mkdtempSync(path.join(tmpdir(), 'release test '))
  chmodSync(folder, 0o711)
  return { path: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A commit of what is in the project's folder now, installed as there. */
export async function cloneProject(clone: string): Promise<void> {
  mkdirSync(clone, { recursive: true })
  const { stdout } = await git(project, 'ls-files', '-z', '--cached', '--others', '--exclude-standard')
  const files = stdout.split('\0').filter((file) => file !== '' && existsSync(path.join(project, file)))
  const options = { cwd: project, env: plainEnvironment() }
  const list = run('tar', ['--create', '--null', '--files-from=-', `--file=${clone}.tar`], options)
  list.child.stdin?.end(files.join('\0'))
  await list
  await run('tar', ['--extract', `--file=${clone}.tar`, `--directory=${clone}`])
  rmSync(`${clone}.tar`)
  for (const folder of installed()) await copyInstalled(path.join(project, folder), path.join(clone, folder))
  await git(clone, 'init', '--quiet')
  await git(clone, 'add', '--all')
  await commit(clone)
}

const git = (folder: string, ...args: string[]): Promise<{ stdout: string }> =>
  run('git', args, { cwd: folder, env: plainEnvironment(day), maxBuffer: 2 ** 26 })

/** Two commits of the same files are the same. */
const when = '2026-11-27T08:00:00Z'
const day = { GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when }

async function commit(clone: string): Promise<void> {
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@ctf.example', '-c', 'commit.gpgSign=false']
  await git(clone, ...author, 'commit', '--quiet', '--message', 'Everything')
}

const installed = (): string[] =>
  ['', ...['apps', 'packages'].flatMap((folder) => workspacesIn(folder))]
    .map((workspace) => path.join(workspace, 'node_modules'))
    .filter((folder) => existsSync(path.join(project, folder)))

const workspacesIn = (folder: string): string[] =>
  readdirSync(path.join(project, folder)).map((name) => path.join(folder, name))

async function copyInstalled(from: string, to: string): Promise<void> {
  const linked = await run('cp', ['-al', from, to]).catch(() => null)
  if (linked !== null) return
  rmSync(to, { recursive: true, force: true })
  await run('cp', ['-a', from, to])
}

export const release = (clone: string, ...args: string[]): Promise<{ stdout: string; stderr: string }> =>
  run(process.execPath, [path.join(clone, 'tools/release.mjs'), ...args], {
    cwd: clone,
    env: plainEnvironment(),
  })

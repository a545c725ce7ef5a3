import { spawn } from 'node:child_process'
import type { Account } from './account.ts'

export type ProgramRun = { code: number | null; stdout: string; stderr: string }

// Neither the settings of the shell that started the server nor its secrets reach the database's programs.
// The programs find libraries next to themselves, but not without /proc, nor those behind a link.
export function programEnvironment(libraries: readonly string[]): { [name: string]: string } {
  const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  const path = libraries.filter((folder) => !/[:;$]/.test(folder)).join(':')
  return path === '' ? environment : { ...environment, LD_LIBRARY_PATH: path, DYLD_LIBRARY_PATH: path }
}

export type ProgramContext = { account: Account | null; environment: { [name: string]: string } }

export function runProgram(
  file: string,
  args: readonly string[],
  context: ProgramContext,
  input = '',
): Promise<ProgramRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      ...asAccount(context.account),
      env: context.environment,
      // The account may be unable to enter the current folder.
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    // A program that ends without reading must not end this process.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

export function asAccount(account: Account | null): { uid?: number; gid?: number } {
  return account === null ? {} : { uid: account.uid, gid: account.gid }
}

import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { busyboxFile } from './docker-image.ts'

const programs: readonly [from: string, to: string, mode: number][] = [
  ['/usr/bin/socat', 'bin/socat', 0o755],
  ['/usr/bin/cat', 'bin/readflag', 0o4755],
]

export async function challengeFiles(): Promise<Buffer> {
  const busybox = busyboxFile()
  if (busybox === null) throw new Error('ask dockerMissing() first')
  const folder = await mkdtemp(path.join(tmpdir(), 'challenge-image-'))
  try {
    await chmod(folder, 0o755)
    for (const name of ['bin', 'www', 'etc', 'tmp']) await mkdir(path.join(folder, name))
    await chmod(path.join(folder, 'tmp'), 0o1777)
    await copyFile(busybox, path.join(folder, 'bin/busybox'))
    const applets = execFileSync(busybox, ['--list'], { encoding: 'utf8' }).split('\n')
    for (const applet of applets.filter((name) => name !== '' && name !== 'busybox'))
      await symlink('busybox', path.join(folder, 'bin', applet))
    for (const [from, to, mode] of programs) {
      await copyFile(from, path.join(folder, to))
      await chmod(path.join(folder, to), mode)
      for (const library of librariesOf(from)) await copyInto(folder, library)
    }
    const users = ['root:x:0:0::/:/bin/sh', 'player:x:1000:1000::/:/bin/sh', '']
    await writeFile(path.join(folder, 'etc/passwd'), users.join('\n'))
    const owner = ['--owner=0', '--group=0']
    return execFileSync('tar', ['--create', ...owner, '--directory', folder, '.'], { maxBuffer: 2 ** 27 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const librariesOf = (program: string): string[] =>
  execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/\S+/g) ?? []

const copyInto = async (folder: string, library: string): Promise<void> => {
  const to = path.join(folder, library)
  await mkdir(path.dirname(to), { recursive: true })
  await copyFile(realpathSync(library), to)
}

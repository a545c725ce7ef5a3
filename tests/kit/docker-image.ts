import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ask } from './docker-request.ts'

export const servicePort = 7000

const services = {
  echo: `nc -ll -p ${servicePort} -e cat`,
  http: `httpd -f -p ${servicePort} -h /www`,
  flag: `nc -ll -p ${servicePort} -e sh -c 'echo "$FLAG"'`,
  stream: `nc -ll -p ${servicePort} -e yes "this goes on and on"`,
  environment: `nc -ll -p ${servicePort} -e env`,
  talkative: `i=0; while [ $((i=i+1)) -le 20 ]; do printf 'out %d\\377\\n' $i; printf 'err %d\\377\\n' $i >&2; done; exec nc -ll -p ${servicePort} -e cat`,
  flood: 'exec yes "this goes on and on"',
  deaf: 'exec sleep 100000',
  ends: 'echo these are its last words; exit 3',
} as const

export type ServiceName = keyof typeof services

const serviceNames = Object.keys(services) as ServiceName[]

const repository = 'pennant-test'

export const imageName = (service: ServiceName): string => `${repository}/${service}:1`

export function busyboxFile(): string | null {
  return ['/bin/busybox', '/usr/bin/busybox'].find((file) => existsSync(file) && isStatic(file)) ?? null
}

/** Program header type 3 names a loader, so the file is linked dynamically. */
function isStatic(file: string): boolean {
  const bytes = readFileSync(file)
  if (bytes.toString('latin1', 1, 4) !== 'ELF' || bytes.readUInt8(4) !== 2) return false
  const table = Number(bytes.readBigUInt64LE(32))
  const [size, count] = [bytes.readUInt16LE(54), bytes.readUInt16LE(56)]
  return Array.from({ length: count }, (_, at) => bytes.readUInt32LE(table + at * size)).every(
    (type) => type !== 3,
  )
}

export async function busyboxFiles(): Promise<Buffer> {
  const busybox = busyboxFile()
  if (busybox === null) throw new Error('ask dockerMissing() first')
  const folder = await mkdtemp(path.join(tmpdir(), 'image-'))
  try {
    await chmod(folder, 0o755)
    for (const name of ['bin', 'www', 'etc', 'tmp', 'data']) await mkdir(path.join(folder, name))
    await chmod(path.join(folder, 'tmp'), 0o1777)
    await copyFile(busybox, path.join(folder, 'bin/busybox'))
    for (const name of [
      'sh',
      'nc',
      'cat',
      'env',
      'httpd',
      'yes',
      'sleep',
      'ip',
      'id',
      'touch',
      'grep',
      'nslookup',
      'dd',
    ])
      await symlink('busybox', path.join(folder, 'bin', name))
    await writeFile(path.join(folder, 'www/index.html'), 'hello from inside\n')
    await writeFile(path.join(folder, 'etc/passwd'), 'root:x:0:0::/:/bin/sh\nplayer:x:1000:1000::/:/bin/sh\n')
    return execFileSync('tar', ['--create', '--directory', folder, '.'], { maxBuffer: 2 ** 26 })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export async function importServices(
  socket: string,
  names: readonly ServiceName[] = serviceNames,
): Promise<void> {
  const files = await busyboxFiles()
  for (const name of names) await importImage(socket, `${repository}/${name}`, services[name], files)
}

export async function importImage(
  socket: string,
  name: string,
  command: string,
  files: Buffer,
  more: readonly string[] = [],
): Promise<void> {
  const query = new URLSearchParams({ fromSrc: '-', repo: name, tag: '1' })
  for (const line of [`CMD ${JSON.stringify(['/bin/sh', '-c', command])}`, ...more])
    query.append('changes', line)
  const said = await ask(socket, 'POST', `/images/create?${query}`, files)
  if (said.includes('"error"')) throw new Error(said)
}

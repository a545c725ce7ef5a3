// @ts-check
import { nodeComplaint } from './launch/node-version.mjs'

const complaint = nodeComplaint(process.versions.node)
if (complaint) {
  console.error(complaint)
  process.exitCode = 1
} else {
  const { release } = await import('./release/make.mjs')
  await release(process.argv.slice(2))
}

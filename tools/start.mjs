// @ts-check
import { nodeComplaint } from './launch/node-version.mjs'

const complaint = nodeComplaint(process.versions.node)
if (complaint) {
  console.error(complaint)
  process.exitCode = 1
} else {
  // NOTE: not a static import: an old Node would fail on newer syntax before it could say that it is old.
  const { start } = await import('./launch/start.mjs')
  await start()
}

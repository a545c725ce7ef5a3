// @ts-check
import { nodeComplaint } from './launch/node-version.mjs'

const complaint = nodeComplaint(process.versions.node)
if (complaint) {
  console.error(complaint)
  process.exitCode = 1
} else {
  const { runSuites } = await import('./suites/run.mjs')
  await runSuites()
}

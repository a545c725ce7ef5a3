#!/usr/bin/env node
import { homedir } from 'node:os'
import { run } from './command/run.ts'

const stop = new AbortController()
const stoppedBySignal = 130

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(name, () => {
    // A second signal ends a stop that takes too long.
    if (stop.signal.aborted) process.exit(stoppedBySignal)
    stop.abort()
  })
// The reader of a pipe has gone, for instance: tunnels go on.
process.stdout.on('error', () => {})
process.stderr.on('error', () => {})

process.exitCode = await run({
  args: process.argv.slice(2),
  env: process.env,
  platform: process.platform,
  home: homedir(),
  pid: process.pid,
  input: process.stdin,
  output: process.stdout,
  complaints: process.stderr,
  isAttended: process.stdin.isTTY,
  stop: stop.signal,
})

// @ts-check
import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createSteeredClock } from './clock.mjs'
import { openSampleEvent } from './open.mjs'

/** Of a release, or of the clone. */
const program = ['../server/run.js', '../apps/server/dist/run.js']
  .map((file) => path.join(import.meta.dirname, file))
  .find((file) => existsSync(file))
if (program === undefined) throw new Error('There is no server beside the demo.')
/** @type {{ run(staging: { clock: object, prepare(stage: import('./open.mjs').Stage): Promise<string[]> }): void }} */
const { run } = await import(pathToFileURL(program).href)
const clock = createSteeredClock()
run({ clock, prepare: (stage) => openSampleEvent(stage, clock) })

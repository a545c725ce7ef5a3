// @ts-check
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createSteeredClock } from './clock.mjs'
import { openSampleEvent } from './open.mjs'

const program = path.join(import.meta.dirname, '../apps/server/dist/run.js')
/** @type {{ run(staging: { clock: object, prepare(stage: import('./open.mjs').Stage): Promise<string[]> }): void }} */
const { run } = await import(pathToFileURL(program).href)
const clock = createSteeredClock()
run({ clock, prepare: (stage) => openSampleEvent(stage, clock) })

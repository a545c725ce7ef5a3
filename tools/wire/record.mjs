// @ts-check
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startBuild } from './build.mjs'
import { compare } from './compare.mjs'
import { unreached } from './openapi.mjs'
import { hangUp } from './request.mjs'
import { createRecorder } from './recorder.mjs'
import { tryAccess } from './walk/access.mjs'
import { checkState } from './walk/check-state.mjs'
import { cleanUp, finish, transferGames } from './walk/finish.mjs'
import { readPublicPages, publish, readLogs, changeSettings, setUp } from './walk/installation.mjs'
import { organize } from './walk/organize.mjs'
import { keepAccounts, makeTokens, register } from './walk/people.mjs'
import { play } from './walk/play.mjs'
import { rehearse } from './walk/rehearse.mjs'
import { makeSetup } from './walk/setup.mjs'
import { makeTeams } from './walk/teams.mjs'
import { watch } from './walk/watch.mjs'

/**
 * @typedef {import('./build.mjs').Build} Build
 * @typedef {import('./recorder.mjs').Recorder} Recorder
 *
 * @typedef {object} Recording
 * @property {string} build
 * @property {string} out
 * @property {string | undefined} begunBy  another build, which walks as far as the game is played, in the same data folder
 * @property {boolean} isKilled  whether that one ends as in a crash
 * @property {(line: string) => void} say
 */

const toPlay = [
  setUp,
  readPublicPages,
  changeSettings,
  publish,
  register,
  tryAccess,
  keepAccounts,
  makeTokens,
  makeTeams,
  organize,
  play,
]
const toTheEnd = [watch, transferGames, finish, rehearse, readLogs, cleanUp]

/**
 * @param {Recording} recording
 * @returns {Promise<string[]>} what is wrong with it: routes that nobody asked for anything, and what the build did not
 *   find of what another one has left
 */
export async function record({ build, out, begunBy, isKilled, say }) {
  const folder = await mkdtemp(path.join(tmpdir(), 'wire-'))
  let server = await startBuild(path.resolve(begunBy ?? build), folder)
  const recorder = createRecorder(server)
  for (const [text, name] of /** @type {[string, string][]} */ ([
    [server.origin, '<origin>'],
    [server.origin.replace('http://', ''), '<host>'],
    [folder, '<folder>'],
  ]))
    recorder.names.knowText(text, name)
  try {
    const setup = await makeSetup(recorder, server)
    const walk = async (/** @type {typeof toPlay} */ steps) => {
      for (const step of steps) {
        say(`${step.name} ...`)
        await step(setup)
      }
    }
    await walk(toPlay)
    if (begunBy !== undefined) {
      await checkState(setup, 'before')
      hangUp()
      await server.stop(isKilled ? 'SIGKILL' : 'SIGTERM')
      say('Another build takes over ...')
      server = await startBuild(path.resolve(build), folder, server.ports)
      await checkState(setup, 'after')
    }
    await walk(toTheEnd)
    const left = unreached(setup.document, recorder.reached).map((route) => `No step reaches ${route}.`)
    return [...left, ...notFound(recorder)]
  } finally {
    await writeFile(out, recorder.lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    hangUp()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** @param {Recorder} recorder */
function notFound({ lines }) {
  const [before, after] = ['before / ', 'after / '].map((section) =>
    lines
      .filter(({ name }) => name.startsWith(section))
      .map((line) => ({ ...line, name: line.name.slice(section.length) })),
  )
  return compare(before ?? [], after ?? [])
}

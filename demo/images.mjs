// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { listSlugs, readChallenge } from './challenge.mjs'
import { daemonAt } from './image/daemon.mjs'
import { nodeFiles } from './image/node-files.mjs'
import { tarOf } from './image/tar.mjs'

/**
 * @typedef {import('./challenge.mjs').Challenge} Challenge
 * @typedef {import('./image/daemon.mjs').Daemon} Daemon
 * @typedef {Record<string, string | undefined>} Environment
 */

const usualSocket = '/var/run/docker.sock'
const ownNode = `pennant-demo/node:${process.versions.node}`
const sourceLabel = 'pennant.demo.source'
/** Includes fetching a base image. */
const withinMs = 180_000

/**
 * Without Docker, the event still works.
 *
 * @param {{ env: Environment, say: (line: string) => void }} needs
 */
export async function prepareImages({ env, say }) {
  const served = listSlugs()
    .map(readChallenge)
    .filter((one) => one.container !== undefined)
  const titles = served.map(({ title }) => `“${title}”`).join(' and ')
  const without = `${titles} have no instances; everything else works.`
  const socket = socketIn(env)
  if (socket === null) return
  if (!existsSync(socket)) return say(`There is no Docker here (${socket}), so ${without}`)
  const daemon = daemonAt(socket, AbortSignal.timeout(withinMs))
  try {
    await daemon.ask('GET', '/_ping')
  } catch (error) {
    return say(`Docker isn't responding at ${socket} (${wordsOf(error)}), so ${without}`)
  }
  try {
    for (const challenge of served) await provide(daemon, challenge, say)
    say(`Docker is here: ${titles} can be started.`)
  } catch (error) {
    say(`Docker is running, but the images couldn't be built (${wordsOf(error)}), so ${without}`)
  }
}

/**
 * Null when the server uses another daemon, or none.
 *
 * @param {Environment} env
 */
function socketIn(env) {
  /** @param {string} name */
  const setting = (name) =>
    Object.entries(env).find(([key]) => key.replaceAll(/(?<!_)_(?!_)/g, '').toUpperCase() === name)?.[1] ?? ''
  const type = setting('PENNANTCONTAINERPROVIDER__TYPE').toLowerCase()
  const uri = setting('PENNANTCONTAINERPROVIDER__DOCKERCONFIG__URI').trim()
  if (!['', 'auto', 'docker'].includes(type)) return null
  if (uri === '') return usualSocket
  return uri.startsWith('unix://') ? uri.slice('unix://'.length) || usualSocket : null
}

/**
 * @param {Daemon} daemon
 * @param {Challenge} challenge
 * @param {(line: string) => void} say
 */
async function provide(daemon, challenge, say) {
  const { container, folder, attachment, title } = challenge
  const image = container?.image ?? ''
  const recipe = readFileSync(path.join(folder, 'Dockerfile'))
  const program = readFileSync(path.join(folder, 'files', attachment ?? ''))
  const source = createHash('sha256').update(recipe).update(program).digest('hex')
  const known = await daemon.ask('GET', `/images/${image}/json`).catch(() => null)
  if (known?.Config?.Labels?.[sourceLabel] === source) return
  say(`Building the image of “${title}” …`)
  const files = [
    { name: 'Dockerfile', mode: 0o644, content: { bytes: recipe } },
    { name: `files/${attachment}`, mode: 0o644, content: { bytes: program } },
  ]
  const base = await provideNode(daemon)
  const query = new URLSearchParams({
    t: image,
    labels: JSON.stringify({ [sourceLabel]: source }),
    // Without one, the recipe fetches an image.
    buildargs: JSON.stringify(base === null ? {} : { BASE: base }),
    rm: '1',
  })
  await daemon.ask('POST', `/build?${query.toString()}`, tarOf(files))
}

/**
 * Null where this Node can't run in a container.
 *
 * @param {Daemon} daemon
 */
async function provideNode(daemon) {
  if (process.platform !== 'linux') return null
  const known = await daemon.ask('GET', `/images/${ownNode}/json`).catch(() => null)
  if (known !== null) return ownNode
  try {
    const [repo = '', tag = ''] = ownNode.split(':')
    const query = new URLSearchParams({ fromSrc: '-', repo, tag })
    await daemon.ask('POST', `/images/create?${query.toString()}`, tarOf(nodeFiles()))
    await tryNode(daemon)
    return ownNode
  } catch {
    await daemon.ask('DELETE', `/images/${ownNode}?force=1`).catch(() => undefined)
    return null
  }
}

/**
 * Some Nodes need hidden dependencies, and a daemon may have another architecture.
 *
 * @param {Daemon} daemon
 */
async function tryNode(daemon) {
  const Cmd = ['/usr/local/bin/node', '-e', 'fetch("data:,"); require("node:http")']
  const { Id } = await daemon.ask('POST', '/containers/create', { Image: ownNode, Cmd })
  try {
    await daemon.ask('POST', `/containers/${Id}/start`)
    const { StatusCode } = await daemon.ask('POST', `/containers/${Id}/wait`)
    if (StatusCode !== 0) throw new Error(`Node ended with code ${StatusCode}`)
  } finally {
    await daemon.ask('DELETE', `/containers/${Id}?force=1&v=1`)
  }
}

/** @param {unknown} error */
const wordsOf = (error) => (error instanceof Error ? error.message : String(error))

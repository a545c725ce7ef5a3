// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/**
 * @typedef {object} Settings
 * @property {string} title
 * @property {string} category a category of the contract
 * @property {string} type a type of the contract
 * @property {string} level a level of the contract
 * @property {string[]} tags
 * @property {string[]} authors
 * @property {boolean} needsContainers whether it can only be solved where the platform starts containers
 * @property {number} originalScore
 * @property {number} minScoreRate
 * @property {number} difficulty
 * @property {number} submissionLimit 0 means no limit
 * @property {boolean} disableBloodBonus
 * @property {string[]} hints
 * @property {string} [flag] of a static type
 * @property {string} [flagTemplate] of a dynamic container
 * @property {string} [attachment] a file in `files`, which all players get
 * @property {string} [fileName] under which each team gets its own variant of a dynamic attachment
 * @property {Container} [container]
 *
 * @typedef {object} Container its image is built from the challenge's folder
 * @property {string} image
 * @property {number} memoryLimit in MB
 * @property {number} cpuCount in tenths
 * @property {number} storageLimit in MB
 * @property {number} exposePort
 * @property {string} networkMode a network mode of the contract
 * @property {boolean} enableTrafficCapture
 *
 * @typedef {{ flag: string, file: string }} Variant a flag, and the file in `files` that hides it
 *
 * @typedef {Settings & { slug: string, folder: string, content: string, variants: Variant[] }} Challenge
 */

const challengesFolder = path.join(import.meta.dirname, 'challenges')

/**
 * @returns {string[]} as `category/slug`
 */
export function listSlugs() {
  return readdirSync(challengesFolder).flatMap((category) =>
    readdirSync(path.join(challengesFolder, category)).map((slug) => `${category}/${slug}`),
  )
}

/**
 * @param {string} slug as `category/slug`
 * @returns {Challenge}
 */
export function readChallenge(slug) {
  const folder = path.join(challengesFolder, slug)
  /** @param {string} name */
  const read = (name) => readFileSync(path.join(folder, name), 'utf8')
  return {
    ...JSON.parse(read('challenge.json')),
    slug,
    folder,
    content: read('description.md'),
    variants: existsSync(path.join(folder, 'flags.json')) ? JSON.parse(read('flags.json')) : [],
  }
}

// @ts-check
import { readFileSync } from 'node:fs'
import { ReleaseFault } from './fault.mjs'

/**
 * @typedef {import('./archive.mjs').Entry} Entry
 * @typedef {ReadonlyMap<string, string>} Pins  digests, by the image as the files of `deploy` name it
 */

const pin = /^([a-z0-9][\w./-]*(?::\d+\/[\w./-]+)?:[\w.-]+)@(sha256:[0-9a-f]{64})$/
const named = /(?:^ARG BASE=|^\s*image: (?:\$\{\w+:-)?)([a-z0-9][\w./-]*:[\w.-]+)/gm
const ours = /(^|\/)pennant:/

/**
 * @param {string[]} values
 * @returns {Pins}
 */
export function readPins(values) {
  const pins = new Map()
  for (const value of values) {
    const [, image, digest] = pin.exec(value) ?? []
    if (image === undefined || digest === undefined)
      throw new ReleaseFault(
        `${value} is no pin: write NAME:TAG@sha256:DIGEST, with the 64 digits of the digest.`,
      )
    if (pins.has(image)) throw new ReleaseFault(`${image} is pinned twice.`)
    pins.set(image, digest)
  }
  return pins
}

/**
 * @param {Entry[]} entries
 * @param {Pins} pins
 * @returns {{ entries: Entry[], left: string[] }} `left`: the images that are still named by a tag alone
 */
export function pinImages(entries, pins) {
  const images = new Set(
    entries.flatMap((entry) =>
      isDeploy(entry) ? [...textOf(entry).matchAll(named)].map(([, image = '']) => image) : [],
    ),
  )
  const foreign = [...images].filter((image) => !ours.test(image)).toSorted()
  const unknown = [...pins.keys()].find((image) => !foreign.includes(image))
  if (unknown !== undefined)
    throw new ReleaseFault(`No file of deploy names ${unknown}. They name ${foreign.join(', ')}.`)
  return {
    entries:
      pins.size === 0 ? entries : entries.map((entry) => (isDeploy(entry) ? withPins(entry, pins) : entry)),
    left: foreign.filter((image) => !pins.has(image)),
  }
}

/**
 * @param {Entry} entry
 * @param {Pins} pins
 * @returns {Entry}
 */
function withPins(entry, pins) {
  const before = textOf(entry)
  const text = before.replaceAll(named, (whole, image) => {
    const digest = pins.get(image)
    return digest === undefined ? whole : `${whole}@${digest}`
  })
  return text === before ? entry : { name: entry.name, mode: entry.mode, bytes: Buffer.from(text) }
}

/** @param {Entry} entry */
const isDeploy = ({ name }) => name.startsWith('deploy/')

/** @param {Entry} entry */
const textOf = (entry) => ('bytes' in entry ? entry.bytes : readFileSync(entry.file)).toString('utf8')

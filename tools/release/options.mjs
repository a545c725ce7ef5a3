// @ts-check
import { parseArgs } from 'node:util'
import { ReleaseFault } from './fault.mjs'
import { readPins } from './pins.mjs'
import { targets } from './targets.mjs'

/** @typedef {{ contact: string, targets: string[], pins: import('./pins.mjs').Pins, signingKey: string | null, out: string }} Options */

const usage = `Use: npm run release -- --contact EMAIL-OR-URL [--target ${[...targets.keys()].join('|')}]... \
[--pin NAME:TAG@sha256:DIGEST]... [--signing-key FILE] [--out FOLDER]`

/**
 * @param {string[]} args
 * @returns {Options}
 */
export function readOptions(args) {
  const { contact = '', target, pin, 'signing-key': signingKey = null, out } = valuesOf(args)
  const unknown = target.find((name) => !targets.has(name))
  if (unknown !== undefined) throw new ReleaseFault(`There is no target ${unknown}. ${usage}`)
  if (contact === '')
    throw new ReleaseFault(`A release says where to report a vulnerability: pass --contact. ${usage}`)
  if (!isEmail(contact) && !isUrl(contact))
    throw new ReleaseFault(`${contact} is neither an email address nor an https address. ${usage}`)
  return {
    contact,
    targets: target.length === 0 ? [...targets.keys()] : target,
    pins: readPins(pin),
    signingKey,
    out,
  }
}

/** @param {string[]} args */
function valuesOf(args) {
  try {
    return parseArgs({
      args,
      options: {
        contact: { type: 'string' },
        target: { type: 'string', multiple: true, default: [] },
        pin: { type: 'string', multiple: true, default: [] },
        'signing-key': { type: 'string' },
        out: { type: 'string', default: 'dist/release' },
      },
    }).values
  } catch (error) {
    throw new ReleaseFault(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** @param {string} text */
export const isEmail = (text) => /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(text)

/** @param {string} text */
const isUrl = (text) => /^https:\/\/[^\s<>]+$/.test(text) && URL.canParse(text)

// @ts-check
import { createRandom } from './kit/random.mjs'

/** Two colors for the pennant, then one for the background. */
const inks = [
  ['#0e2a3a', '#2ec4ad', '#f4ead5'],
  ['#2a1836', '#f0b23c', '#e2583e'],
  ['#f4ead5', '#12405c', '#e2583e'],
  ['#103b34', '#f4ead5', '#f0b23c'],
  ['#e2583e', '#f4ead5', '#3a1420'],
  ['#1b2a5c', '#f2c14e', '#f4ead5'],
  ['#f0b23c', '#143048', '#f4ead5'],
  ['#3f79b8', '#f4ead5', '#0c1f3d'],
  ['#5b2a4e', '#f7b7a3', '#f4ead5'],
  ['#2ec4ad', '#0c2636', '#f4ead5'],
  ['#d9e6e4', '#c8412d', '#12303d'],
  ['#26323f', '#8fe3d2', '#e88a6c'],
]

/** Shapes on the pennant: the hoist is at 0, the tails at 176, and it is 128 high. @type {((ink: string) => string)[]} */
const devices = [
  (ink) => `<path d="M0 43H176V85H0Z" fill="${ink}"/>`,
  (ink) => `<path d="M0 0H59V128H0Z" fill="${ink}"/>`,
  (ink) => `<path d="M0 0H176V64H0Z" fill="${ink}"/>`,
  (ink) => `<path d="M0 0 92 64 0 128Z" fill="${ink}"/>`,
  (ink) => `<circle cx="70" cy="64" r="33" fill="${ink}"/>`,
  (ink) => `<path d="M70 22 112 64 70 106 28 64Z" fill="${ink}"/>`,
  (ink) => `<path d="M48 0H82V47H176V81H82V128H48V81H0V47H48Z" fill="${ink}"/>`,
  (ink) => `<path d="M0 0H28L176 108V128H148L0 20Z M0 128V108L148 0H176V20L28 128Z" fill="${ink}"/>`,
  (ink) => `<path d="M0 0H44V64H88V0H132V64H176V128H132V64H88V128H44V64H0Z" fill="${ink}"/>`,
  (ink) => `<path d="M0 22H176V42H0Z M0 86H176V106H0Z" fill="${ink}"/>`,
  (ink) => `<path d="M26 0H52V128H26Z M78 0H104V128H78Z" fill="${ink}"/>`,
  (ink) => `<path d="M24 24H116V104H24Z M48 46V82H92V46Z" fill-rule="evenodd" fill="${ink}"/>`,
  (ink) => `<path d="M0 128 44 64 88 128 132 64 180 134V150H0Z" fill="${ink}"/>`,
]

const tails = [
  'M0 0H176L140 64 176 128H0Z',
  'M0 0H176L152 32 176 64 152 96 176 128H0Z',
  'M0 0 176 30V98L0 128Z',
  'M0 0H120L176 64 120 128H0Z',
]

/**
 * The same name always gets the same avatar.
 *
 * @param {string} name
 * @returns {string} SVG, square
 */
export function drawAvatar(name) {
  const random = createRandom(`avatar ${name}`)
  const [behind, cloth, sewn] = random.pick(inks)
  const device = random.pick(devices)(sewn)
  const shape = random.pick(tails)
  const tilt = random.pick([-12, -8, -5, 5, 8])
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
<defs><clipPath id="cloth"><path d="${shape}"/></clipPath></defs>
<rect width="256" height="256" fill="${behind}"/>
<g transform="rotate(${tilt} 128 128)">
<rect x="38" y="40" width="8" height="290" rx="4" fill="${sewn}"/>
<circle cx="42" cy="40" r="9" fill="${sewn}"/>
<g transform="translate(46 58)" clip-path="url(#cloth)">
<rect width="176" height="128" fill="${cloth}"/>
${device}
<path d="M58 0C76 40 44 88 66 128H110C90 88 124 40 104 0Z" fill="#000" opacity=".09"/>
<path d="M0 0H5V128H0Z" fill="#000" opacity=".14"/>
</g>
</g>
</svg>
`
}

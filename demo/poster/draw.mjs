// @ts-check
import { createRandom } from '../kit/random.mjs'
import { lettering } from './lettering.mjs'
import { pennants } from './pennants.mjs'

const [width, height] = [1600, 900]
const horizon = 560
const lamp = { x: 1208, y: 262 }
const cloth = ['#2ec4ad', '#f4ead5', '#e2583e', '#f0b23c', '#3f79b8']

/** @returns {string} SVG: the harbour at night, under pennants */
export function drawPoster() {
  const random = createRandom('poster')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<defs>
  ${gradient('sky', [
    [0, '#060b1c'],
    [0.4, '#0c1f3d'],
    [0.72, '#16506a'],
    [0.92, '#3f9a94'],
    [1, '#e9b877'],
  ])}
  ${gradient('water', [
    [0, '#4f9c94'],
    [0.06, '#1b5a6e'],
    [0.35, '#0d2f4a'],
    [1, '#050b1a'],
  ])}
  ${gradient(
    'tower',
    [
      [0, '#fffaf0'],
      [0.55, '#efe3cc'],
      [1, '#9fa6b4'],
    ],
    'x2="1" y2="0"',
  )}
  ${gradient(
    'band',
    [
      [0, '#ee6a4c'],
      [0.55, '#d5452f'],
      [1, '#7c2b34'],
    ],
    'x2="1" y2="0"',
  )}
  ${gradient(
    'beamLeft',
    [
      [0, '#fff3cf', 0],
      [0.55, '#fff3cf', 0.16],
      [1, '#fff3cf', 0.85],
    ],
    'x2="1" y2="0"',
  )}
  ${gradient(
    'beamRight',
    [
      [0, '#fff3cf', 0.85],
      [0.2, '#fff3cf', 0.4],
      [0.48, '#fff3cf', 0],
    ],
    'x2="1" y2="0"',
  )}
  ${gradient('shade', [
    [0, '#050b1a', 0],
    [1, '#050b1a', 0.75],
  ])}
  <radialGradient id="glow"><stop offset="0" stop-color="#fff6dc"/><stop offset=".25" stop-color="#ffe2a0" stop-opacity=".7"/><stop offset="1" stop-color="#ffcf7a" stop-opacity="0"/></radialGradient>
  <radialGradient id="dawn"><stop offset="0" stop-color="#f6c583" stop-opacity=".75"/><stop offset="1" stop-color="#f6c583" stop-opacity="0"/></radialGradient>
  <filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter>
  <filter id="halo" x="-20%" y="-60%" width="140%" height="220%"><feGaussianBlur stdDeviation="13"/></filter>
</defs>
<rect width="${width}" height="${horizon}" fill="url(#sky)"/>
${stars(random)}
<ellipse cx="1090" cy="${horizon}" rx="760" ry="150" fill="url(#dawn)"/>
<g filter="url(#soft)">
  <path d="M${lamp.x} ${lamp.y - 6}L-60 ${lamp.y - 150}V${lamp.y + 120}L${lamp.x} ${lamp.y + 6}Z" fill="url(#beamLeft)"/>
  <path d="M${lamp.x} ${lamp.y - 6}L2000 ${lamp.y - 110}V${lamp.y + 92}L${lamp.x} ${lamp.y + 6}Z" fill="url(#beamRight)"/>
</g>
${hill(random, { base: horizon, rise: 92, from: -20, to: 940, color: '#1c4a62', step: 48 })}
${hill(random, { base: horizon, rise: 58, from: 560, to: 1640, color: '#17405a', step: 40 })}
${hill(random, { base: horizon + 2, rise: 66, from: -20, to: 700, color: '#0e2a45', step: 30 })}
<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#water)"/>
${glitter(random)}
${town(random)}
${headland()}
${lighthouse()}
<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="url(#shade)"/>
${pennants({ fromX: 180, fromY: -30, toX: 1680, toY: 70, sag: 88, size: 27, colors: cloth.toReversed(), opacity: 0.5 }, random)}
${pennants({ fromX: -40, fromY: 84, toX: 1010, toY: -74, sag: 132, size: 50, colors: cloth, opacity: 0.94 }, random)}
${pennants({ fromX: 930, fromY: -84, toX: 1700, toY: 44, sag: 62, size: 66, colors: [...cloth.slice(2), ...cloth.slice(0, 2)], opacity: 1 }, random)}
<g filter="url(#halo)" opacity=".55">${title('#ffd98a', 16)}</g>
${title('#fff4dc', 9)}
</svg>
`
}

/** @param {string} color @param {number} pen */
function title(color, pen) {
  return [
    lettering('HARBOUR', { x: 116, y: 640, height: 86, pen, color }),
    lettering('LIGHTS', { x: 116, y: 756, height: 86, pen, color }),
    lettering('CTF', { x: 616, y: 756, height: 86, pen, color: pen > 9 ? '#2ec4ad' : '#5be0c8' }),
  ].join('')
}

/**
 * @param {string} id
 * @param {[number, string, number?][]} stops
 * @param {string} direction
 */
function gradient(id, stops, direction = 'x2="0" y2="1"') {
  const rows = stops.map(
    ([offset, color, opacity = 1]) =>
      `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`,
  )
  return `<linearGradient id="${id}" ${direction}>${rows.join('')}</linearGradient>`
}

/** @param {import('../kit/random.mjs').Random} random */
function stars(random) {
  return Array.from({ length: 190 }, () => {
    const y = random.below(400)
    const opacity = ((random.between(20, 95) / 100) * (430 - y)) / 430
    return `<circle cx="${random.below(width)}" cy="${y}" r="${random.between(5, 15) / 10}" fill="#fff" opacity="${opacity.toFixed(2)}"/>`
  }).join('')
}

/**
 * @param {import('../kit/random.mjs').Random} random
 * @param {{ base: number, rise: number, from: number, to: number, color: string, step: number }} shape
 */
function hill(random, { base, rise, from, to, color, step }) {
  /** @type {[number, number][]} */
  const points = []
  for (let x = from; x <= to; x += step) {
    const arch = Math.sin(((x - from) / (to - from)) * Math.PI)
    points.push([x, base - rise * Math.sqrt(arch) * (random.between(62, 100) / 100)])
  }
  const curve = points.map(([x, y], index) => {
    if (index === 0) return `L${x} ${y.toFixed(1)}`
    const [lastX, lastY] = points[index - 1]
    return `C${lastX + step / 2} ${lastY.toFixed(1)} ${x - step / 2} ${y.toFixed(1)} ${x} ${y.toFixed(1)}`
  })
  return `<path d="M${from} ${base}${curve.join('')}L${to} ${base}Z" fill="${color}"/>`
}

/** @param {import('../kit/random.mjs').Random} random */
function glitter(random) {
  const dashes = Array.from({ length: 150 }, () => {
    const depth = random.below(1000) / 1000
    const y = horizon + 4 + depth * depth * 300
    const near = (y - horizon) / 340
    const x = lamp.x + ((random.below(2000) - 1000) / 1000) * (16 + near * 150)
    const long = 8 + near * 80 * (random.between(40, 100) / 100)
    return `<rect x="${(x - long / 2).toFixed(1)}" y="${y.toFixed(1)}" width="${long.toFixed(1)}" height="${(1.6 + near * 4).toFixed(1)}" rx="2" fill="#ffe7b0" opacity="${(0.75 - near * 0.55).toFixed(2)}"/>`
  })
  const swell = Array.from({ length: 90 }, () => {
    const near = random.below(1000) / 1000
    const y = horizon + 6 + near * near * 330
    return `<rect x="${random.below(width)}" y="${y.toFixed(1)}" width="${random.between(30, 160)}" height="1.6" rx="1" fill="#9fd8d0" opacity="${(0.2 - near * 0.14).toFixed(2)}"/>`
  })
  return swell.join('') + dashes.join('')
}

/** @param {import('../kit/random.mjs').Random} random */
function town(random) {
  const houses = []
  const lights = []
  for (let x = 34; x < 640; x += random.between(26, 44)) {
    const [wide, high] = [random.between(22, 38), random.between(16, 40)]
    const top = horizon - high
    houses.push(
      `<path d="M${x} ${horizon + 3}V${top}L${x + wide / 2} ${top - random.between(8, 15)}L${x + wide} ${top}V${horizon + 3}Z"/>`,
    )
    for (let window = 0; window < random.between(1, 3); window++) {
      const [left, up] = [x + 4 + random.below(wide - 10), top + 5 + random.below(Math.max(2, high - 13))]
      const color = random.pick(['#ffd98a', '#ffe9b8', '#ffc36b', '#8fe3d2'])
      lights.push(
        `<circle cx="${left + 2}" cy="${up + 3}" r="13" fill="url(#glow)" opacity=".42"/>` +
          `<rect x="${left}" y="${up}" width="4.4" height="6" fill="${color}"/>` +
          Array.from({ length: 6 }, (_, index) => {
            const y = horizon + 8 + index * random.between(8, 13)
            const long = 4 + index * 2.4
            return `<rect x="${left + 2 - long / 2 + random.between(-3, 3)}" y="${y}" width="${long}" height="2.2" rx="1" fill="${color}" opacity="${(0.6 - index * 0.09).toFixed(2)}"/>`
          }).join(''),
      )
    }
  }
  return `<g fill="#081c33">${houses.join('')}<rect y="${horizon - 2}" width="676" height="7" rx="3"/></g>${lights.join('')}`
}

function headland() {
  return `<path d="M806 ${horizon + 20}C900 ${horizon + 6} 960 ${horizon - 6} 1030 ${horizon - 44}C1080 ${horizon - 72} 1130 ${horizon - 82} 1208 ${horizon - 84}C1300 ${horizon - 86} 1350 ${horizon - 60} 1410 ${horizon - 56}C1490 ${horizon - 50} 1540 ${horizon - 20} 1620 ${horizon - 26}V${horizon + 42}C1460 ${horizon + 20} 1380 ${horizon + 44} 1240 ${horizon + 34}C1120 ${horizon + 24} 980 ${horizon + 36} 806 ${horizon + 20}Z" fill="#06132a"/>`
}

function lighthouse() {
  const [top, foot] = [lamp.y + 26, horizon - 80]
  /** @param {number} y */
  const half = (y) => 27 + ((y - top) / (foot - top)) * 21
  const bands = [0, 1, 2].map((index) => {
    const [from, to] = [top + 22 + index * 64, top + 22 + index * 64 + 32]
    return `<path d="M${lamp.x - half(from)} ${from}H${lamp.x + half(from)}L${lamp.x + half(to)} ${to}H${lamp.x - half(to)}Z" fill="url(#band)"/>`
  })
  return `<g>
<path d="M${lamp.x - half(top)} ${top}H${lamp.x + half(top)}L${lamp.x + half(foot)} ${foot}H${lamp.x - half(foot)}Z" fill="url(#tower)"/>
${bands.join('')}
<path d="M${lamp.x - 8} ${foot}V${foot - 22}a8 8 0 0 1 16 0V${foot}Z" fill="#0b1c36"/>
<rect x="${lamp.x - 40}" y="${top - 8}" width="80" height="9" rx="2" fill="#0b1c36"/>
<path d="M${lamp.x - 38} ${top - 8}V${top - 22}M${lamp.x + 38} ${top - 8}V${top - 22}M${lamp.x - 38} ${top - 21}H${lamp.x + 38}" stroke="#0b1c36" stroke-width="2.5" fill="none"/>
<rect x="${lamp.x - 20}" y="${lamp.y - 24}" width="40" height="44" fill="#ffedc0"/>
<path d="M${lamp.x - 20} ${lamp.y - 24}V${top - 8}M${lamp.x} ${lamp.y - 24}V${top - 8}M${lamp.x + 20} ${lamp.y - 24}V${top - 8}" stroke="#0b1c36" stroke-width="3"/>
<path d="M${lamp.x - 28} ${lamp.y - 22}C${lamp.x - 20} ${lamp.y - 50} ${lamp.x + 20} ${lamp.y - 50} ${lamp.x + 28} ${lamp.y - 22}Z" fill="#c8412d"/>
<path d="M${lamp.x} ${lamp.y - 43}V${lamp.y - 62}" stroke="#c8412d" stroke-width="4"/>
<circle cx="${lamp.x}" cy="${lamp.y}" r="120" fill="url(#glow)" opacity=".62"/>
<circle cx="${lamp.x}" cy="${lamp.y}" r="34" fill="url(#glow)"/>
</g>`
}

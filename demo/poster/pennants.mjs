// @ts-check

/**
 * @typedef {object} Line a rope that hangs between two points
 * @property {number} fromX
 * @property {number} fromY
 * @property {number} toX
 * @property {number} toY
 * @property {number} sag
 * @property {number} size of a pennant, along the rope
 * @property {string[]} colors
 * @property {number} opacity
 */

/**
 * @param {Line} line
 * @param {import('../kit/random.mjs').Random} random
 * @returns {string} SVG
 */
export function pennants(line, random) {
  const { fromX, fromY, toX, toY, sag, size, colors, opacity } = line
  /** @param {number} part @returns {[number, number]} */
  const at = (part) => [
    fromX + (toX - fromX) * part,
    fromY + (toY - fromY) * part + 4 * sag * part * (1 - part),
  ]
  const count = Math.floor(Math.hypot(toX - fromX, toY - fromY) / (size * 1.42))
  const flags = Array.from({ length: count }, (_, index) => {
    const [x, y] = at((index + 0.5) / count)
    const [beforeX, beforeY] = at((index + 0.2) / count)
    const [afterX, afterY] = at((index + 0.8) / count)
    const angle = (Math.atan2(afterY - beforeY, afterX - beforeX) * 180) / Math.PI + random.between(-4, 4)
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angle.toFixed(1)})">${pennant(size, colors[index % colors.length], random)}</g>`
  })
  const [middleX, middleY] = [(fromX + toX) / 2, (fromY + toY) / 2 + 2 * sag]
  const rope = `<path d="M${fromX} ${fromY}Q${middleX} ${middleY} ${toX} ${toY}" fill="none" stroke="#41597a" stroke-width="${Math.max(1.5, size / 26)}"/>`
  return `<g opacity="${opacity}">${flags.join('')}${rope}</g>`
}

/**
 * @param {number} size
 * @param {string} color
 * @param {import('../kit/random.mjs').Random} random
 */
function pennant(size, color, random) {
  const [half, drop] = [size / 2, size * 1.32]
  const wind = (random.between(4, 22) / 100) * size
  const notch = drop * 0.72
  const left = `M${-half} 0C${-half + wind * 0.2} ${drop * 0.4} ${-half + wind} ${drop * 0.6} ${-half * 0.82 + wind} ${drop}`
  const cloth = `${left}L${wind * 0.8} ${notch}L${half * 0.82 + wind} ${drop}C${half + wind} ${drop * 0.6} ${half + wind * 0.2} ${drop * 0.4} ${half} 0Z`
  const fold = `M${half * 0.1} 0C${half * 0.1 + wind * 0.2} ${drop * 0.3} ${wind} ${drop * 0.5} ${wind * 0.8} ${notch}L${half * 0.82 + wind} ${drop}C${half + wind} ${drop * 0.6} ${half + wind * 0.2} ${drop * 0.4} ${half} 0Z`
  return `<path d="${cloth}" fill="${color}"/><path d="${fold}" fill="#06101f" opacity=".2"/><path d="M${-half} 0H${half}V${size * 0.07}H${-half}Z" fill="#fff" opacity=".22"/>`
}

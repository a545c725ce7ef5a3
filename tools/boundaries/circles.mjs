// @ts-check
/**
 * Import circles. Type-only imports count: they vanish at run time, but two files that need each other's
 * types cannot be read, moved or tested alone. Lazy imports count for the same reason.
 *
 * @typedef {Map<string, { to: string, line: number }[]>} Graph
 * @typedef {{ path: string[], line: number, tangled: number }} Circle path: the files in order, the first not
 *   repeated; line: of the import in the first that leads to the second; tangled: how many files hang together
 */

/**
 * The shortest circle through the first file of every knot.
 *
 * @param {Graph} graph
 * @returns {Circle[]}
 */
export function findCircles(graph) {
  return knots(graph)
    .map((knot) => shortestCircle(graph, knot))
    .toSorted((a, b) => ((a.path[0] ?? '') < (b.path[0] ?? '') ? -1 : 1))
}

/**
 * Strongly connected parts (Tarjan, without recursion: chains of imports may be long).
 *
 * @param {Graph} graph
 * @returns {Set<string>[]} those with a circle in them
 */
function knots(graph) {
  /** @type {Map<string, number>} */
  const order = new Map()
  /** @type {Map<string, number>} */
  const low = new Map()
  /** @type {string[]} */
  const open = []
  const onStack = new Set()
  /** @type {Set<string>[]} */
  const found = []
  /** @param {string} node @param {number} value */
  const lower = (node, value) => low.set(node, Math.min(low.get(node) ?? value, value))

  for (const start of graph.keys()) {
    if (order.has(start)) continue
    const path = [{ node: start, next: 0 }]
    for (let step = path.at(-1); step; step = path.at(-1)) {
      const { node } = step
      if (step.next === 0) {
        order.set(node, order.size)
        lower(node, order.size - 1)
        open.push(node)
        onStack.add(node)
      }
      const edge = graph.get(node)?.[step.next]
      step.next += 1
      if (edge) {
        const seen = order.get(edge.to)
        if (seen === undefined) path.push({ node: edge.to, next: 0 })
        else if (onStack.has(edge.to)) lower(node, seen)
        continue
      }
      path.pop()
      const parent = path.at(-1)
      if (parent) lower(parent.node, low.get(node) ?? 0)
      if (low.get(node) !== order.get(node)) continue
      const knot = new Set(open.splice(open.indexOf(node)))
      for (const one of knot) onStack.delete(one)
      if (knot.size > 1 || graph.get(node)?.some(({ to }) => to === node)) found.push(knot)
    }
  }
  return found
}

/**
 * @param {Graph} graph
 * @param {Set<string>} knot
 * @returns {Circle}
 */
function shortestCircle(graph, knot) {
  const first = [...knot].toSorted()[0] ?? ''
  /** @type {Map<string, string>} */
  const cameFrom = new Map()
  const queue = [first]
  for (const node of queue) {
    for (const { to } of graph.get(node) ?? []) {
      if (to === first) {
        const path = [node]
        for (let at = node; at !== first; ) {
          at = cameFrom.get(at) ?? first
          path.unshift(at)
        }
        const line = graph.get(first)?.find((edge) => edge.to === (path[1] ?? first))?.line ?? 1
        return { path, line, tangled: knot.size }
      }
      if (!knot.has(to) || cameFrom.has(to)) continue
      cameFrom.set(to, node)
      queue.push(to)
    }
  }
  throw new Error(`no circle through ${first}`)
}

/** The index in a list, or -1. */
export type IndexOf = (id: number) => number

const roomy = 4

/** Ids are mostly consecutive, and a table takes a third of the time of a map. Sparse ids get a map. */
export const createIndexOf = (ids: readonly number[]): IndexOf => {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const id of ids) {
    if (id < first) first = id
    if (id > last) last = id
  }
  const room = last - first + 1
  const dense = ids.length > 0 && room <= 1024 + roomy * ids.length && ids.every(Number.isSafeInteger)
  return dense ? tableOf(ids, first, room) : mapOf(ids)
}

const tableOf = (ids: readonly number[], first: number, room: number): IndexOf => {
  const table = new Int32Array(room).fill(-1)
  for (const [index, id] of ids.entries()) table[id - first] = index
  return (id) => {
    const at = id - first
    return at >= 0 && at < room ? (table[at] ?? -1) : -1
  }
}

const mapOf = (ids: readonly number[]): IndexOf => {
  const map = new Map(ids.map((id, index) => [id, index]))
  return (id) => map.get(id) ?? -1
}

/** What became of the rows of one table. Examples are few, however many rows there are. */
export type Finding = { what: string; why: string; rows: number; examples: string[] }

export type TableReport = {
  table: string
  read: number
  carried: number
  changed: Finding[]
  lost: Finding[]
  /** Carried as it is, though it couldn't be set here. */
  kept: Finding[]
}

export type Notes = {
  /** The row is carried with another value. `what`: the column, or a thing that belongs to the row. */
  changed(what: string, why: string, example?: string): void
  /** Something of the row is not carried, or all of it. */
  lost(what: string, why: string, example?: string): void
  kept(what: string, why: string, example?: string): void
}

const mostExamples = 3
const longestExample = 120

export type Tally = Notes & {
  read(rows?: number): void
  carried(rows?: number): void
  /** All rows of a table, for one reason. */
  lostRows(why: string, rows: number): void
  report(): TableReport
}

export const createTally = (table: string): Tally => {
  const changed = new Map<string, Finding>()
  const lost = new Map<string, Finding>()
  const kept = new Map<string, Finding>()
  let [read, carried] = [0, 0]
  const note = (found: Map<string, Finding>, what: string, why: string, example?: string): void => {
    const key = `${what}\n${why}`
    const finding = found.get(key) ?? { what, why, rows: 0, examples: [] }
    finding.rows += 1
    if (example !== undefined && finding.examples.length < mostExamples)
      finding.examples.push(example.slice(0, longestExample))
    found.set(key, finding)
  }
  return {
    read: (rows = 1) => void (read += rows),
    carried: (rows = 1) => void (carried += rows),
    lostRows(why, rows) {
      if (rows > 0) lost.set(why, { what: 'row', why, rows, examples: [] })
    },
    changed: (what, why, example) => note(changed, what, why, example),
    lost: (what, why, example) => note(lost, what, why, example),
    kept: (what, why, example) => note(kept, what, why, example),
    report: () => ({
      ...{ table, read, carried },
      changed: [...changed.values()],
      lost: [...lost.values()],
      kept: [...kept.values()],
    }),
  }
}

/** What becomes of one of several that are done together. */
type Outcome<Out> = { result: Out } | { refused: unknown }

/** Does together what many ask for at the same time: while one batch is under way, the next one gathers. */
export type CreateBatches = <In, Out>(needs: {
  /** Answers in the same order. */
  commit(key: number, values: readonly In[]): Promise<readonly Outcome<Out>[]>
  most: number
}) => { add(key: number, value: In): Promise<Out> }

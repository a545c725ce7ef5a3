import type { ImportChangeCode } from '@pennant/contract/transfer'

export type ImportChange = {
  entry: string
  path: string
  code: ImportChangeCode
  params: Readonly<Record<string, string | number>>
}

export type ImportChanges = {
  readonly list: readonly ImportChange[]
  readonly more: number
}

export type ChangeCollector = ImportChanges & { add(change: ImportChange): void }

// A package can hold millions of long texts; a reader wants the first ones.
const most = 500

export const collectChanges = (): ChangeCollector => {
  const list: ImportChange[] = []
  let count = 0
  return {
    list,
    get more() {
      return count - list.length
    },
    add(change) {
      count++
      if (list.length < most) list.push(change)
    },
  }
}

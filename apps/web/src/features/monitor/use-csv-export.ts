import { useEffect, useRef, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { type Cell, formatCsv } from '../../kit/csv.ts'
import { saveFile } from '../../ui/save-file.ts'
import { useFileNotice } from '../../kit/use-file-notice.ts'
import type { Asked } from './watched-list.ts'

type Options<Row> = {
  name: string
  ask: (page: { skip: number; to: number; signal: AbortSignal }) => Promise<Asked<Row>>
  header: readonly string[]
  cellsOf: (row: Row) => readonly Cell[]
}

export const useCsvExport = <Row>({ name, ask, header, cellsOf }: Options<Row>) => {
  const { time } = useApi()
  const notice = useFileNotice()
  const [progress, setProgress] = useState<{ done: number; total: number | null } | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (): Promise<void> => {
    if (controller.current !== null) return
    const { signal } = (controller.current = new AbortController())
    setProgress({ done: 0, total: null })
    const make = async (): Promise<string> => {
      const rows = await readAll(ask, time.now() + 1, signal, setProgress)
      saveFile(await formatCsv(header, rows.map(cellsOf)), name)
      return name
    }
    await notice(name, make, signal)
    controller.current = null
    setProgress(null)
  }
  return { start, progress, cancel: (): void => controller.current?.abort() }
}

const readAll = async <Row>(
  ask: Options<Row>['ask'],
  to: number,
  signal: AbortSignal,
  tell: (progress: { done: number; total: number | null }) => void,
): Promise<Row[]> => {
  const all: Row[] = []
  for (;;) {
    const { rows, total } = await ask({ skip: all.length, to, signal })
    signal.throwIfAborted()
    all.push(...rows)
    tell({ done: all.length, total })
    // Without a count, a page that isn't full is the last.
    if (rows.length === 0 || (total === null ? rows.length < 100 : all.length >= total)) return all
  }
}

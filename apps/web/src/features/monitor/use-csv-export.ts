import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { type Cell, writeCsv } from '../../api/csv.ts'
import { save } from '../../api/download.ts'
import { useProblemText } from '../../api/problem-text.ts'
import { useToasts } from '../../ui/toast-store.ts'
import type { Asked } from './watched-list.ts'

type Options<Row> = {
  name: string
  ask: (page: { skip: number; to: number; signal: AbortSignal }) => Promise<Asked<Row>>
  header: readonly string[]
  cellsOf: (row: Row) => readonly Cell[]
}

/** Reads all that fits the filters, page by page as of one moment, and hands it over as a file. */
export const useCsvExport = <Row>({ name, ask, header, cellsOf }: Options<Row>) => {
  const { t } = useTranslation('desk')
  const { time } = useApi()
  const toasts = useToasts()
  const problemText = useProblemText()
  /** Null while nothing is under way. */
  const [progress, setProgress] = useState<{ done: number; total: number | null } | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (): Promise<void> => {
    if (controller.current !== null) return
    const { signal } = (controller.current = new AbortController())
    setProgress({ done: 0, total: null })
    try {
      const rows = await readAll(ask, time.now() + 1, signal, setProgress)
      save(await writeCsv(header, rows.map(cellsOf)), name)
      toasts.show({ tone: 'good', title: t('download.done'), text: name })
    } catch (error) {
      if (!signal.aborted)
        toasts.show({
          tone: 'danger',
          title: t('download.failed'),
          text: problemText(error),
          closesAfterMs: null,
        })
    } finally {
      controller.current = null
      setProgress(null)
    }
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
    // Without a count a page that is not full is the last.
    if (rows.length === 0 || (total === null ? rows.length < 100 : all.length >= total)) return all
  }
}

import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist'
// oxlint-disable-next-line import/default -- the bundler makes an address of it
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Api } from '../../../api/client.ts'
import { useApi } from '../../../api/context.ts'
import { Announced } from '../../../ui/announced.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PdfPage } from './pdf-page.tsx'
import classes from './pdf-view.module.css'

declare const __PENNANT_PDF_DATA__: string

type Props = { url: string; name: string }

type Opened = { document: PDFDocumentProxy; width: number; height: number }

const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3] as const
const usual = zooms.indexOf(1)

export const PdfView = ({ url, name }: Props) => {
  const { t } = useTranslation('organise')
  const api = useApi()
  const frame = useRef<HTMLElement>(null)
  const [state, setState] = useState<Opened | Error | null>(null)
  const [step, setStep] = useState(usual)
  const room = useWidth(frame)

  useEffect(() => {
    const life = new AbortController()
    setState(null)
    const opening = open(api, url, life.signal)
    opening.then(
      (opened) => {
        if (!life.signal.aborted) setState(opened)
      },
      (error: unknown) => {
        if (!life.signal.aborted) setState(error instanceof Error ? error : new Error(String(error)))
      },
    )
    return () => {
      life.abort()
      void opening.then(({ document }) => document.loadingTask.destroy()).catch(() => undefined)
    }
  }, [api, url])

  // The boundary above shows it, and can try again.
  if (state instanceof Error) throw state
  const zoom = zooms[step] ?? 1
  return (
    <div className={classes.view}>
      <div className={classes.bar}>
        <Button
          size="small"
          disabled={step === 0}
          icon={<Icon name="dash" />}
          onClick={() => setStep(step - 1)}
        >
          {t('writeups.zoomOut')}
        </Button>
        <span>
          <Announced
            text={new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' }).format(zoom)}
          />
        </span>
        <Button
          size="small"
          disabled={step === zooms.length - 1}
          icon={<Icon name="plus" />}
          onClick={() => setStep(step + 1)}
        >
          {t('writeups.zoomIn')}
        </Button>
        {state !== null && <span>{t('writeups.pages', { count: state.document.numPages })}</span>}
      </div>
      <section
        ref={frame}
        className={classes.frame}
        aria-label={t('writeups.of', { name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys, too
        tabIndex={0}
      >
        {state === null || room === 0 ? (
          <Skeleton label={t('common.loading')} lines={12} />
        ) : (
          Array.from({ length: state.document.numPages }, (_, index) => (
            <PdfPage
              key={index}
              document={state.document}
              number={index + 1}
              label={t('writeups.page', { number: String(index + 1) })}
              width={room * zoom}
              shape={state.height / state.width}
              root={frame}
            />
          ))
        )}
      </section>
    </div>
  )
}

const open = async (api: Api, url: string, signal: AbortSignal): Promise<Opened> => {
  const response = await api.fetch(url, { signal })
  if (!response.ok) throw new Error(`no document: ${response.status}`)
  GlobalWorkerOptions.workerSrc = workerUrl
  const data = new Uint8Array(await response.arrayBuffer())
  // The page's policy forbids compiling code, and scripts in documents must not run.
  const document = await getDocument({
    data,
    cMapUrl: `${__PENNANT_PDF_DATA__}cmaps/`,
    standardFontDataUrl: `${__PENNANT_PDF_DATA__}standard_fonts/`,
    isEvalSupported: false,
    verbosity: 0,
    useWasm: false,
    enableXfa: false,
  }).promise
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 })
  return { document, width, height }
}

const useWidth = (frame: { current: HTMLElement | null }): number => {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setWidth(Math.floor(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame])
  return width
}

import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist'
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react'
import classes from './pdf-view.module.css'

type Props = {
  document: PDFDocumentProxy
  /** From 1. */
  number: number
  label: string
  width: number
  /** Height by width, until the page is known. */
  shape: number
  root: RefObject<HTMLElement | null>
}

const margin = '600px'
/** Larger canvases take too much memory. */
const mostPixels = 16_000_000

export const PdfPage = ({ document, number, label, width, shape, root }: Props) => {
  const page = useRef<HTMLElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const text = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const [known, setKnown] = useState(shape)
  const [failed, setFailed] = useState<Error | null>(null)

  useEffect(() => {
    const element = page.current
    if (element === null) return undefined
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      root: root.current,
      rootMargin: margin,
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [root])

  useEffect(() => {
    if (!near) return undefined
    const life = new AbortController()
    const draw = async (): Promise<void> => {
      const proxy = await document.getPage(number)
      const natural = proxy.getViewport({ scale: 1 })
      const scale = width / natural.width
      const viewport = proxy.getViewport({ scale })
      const [surface, layer] = [canvas.current, text.current]
      if (life.signal.aborted || surface === null || layer === null) return
      setKnown(natural.height / natural.width)
      const density = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (viewport.width * viewport.height)))
      surface.width = Math.floor(viewport.width * density)
      surface.height = Math.floor(viewport.height * density)
      const drawing = proxy.render({ canvas: surface, viewport, transform: [density, 0, 0, density, 0, 0] })
      life.signal.addEventListener('abort', () => drawing.cancel())
      layer.replaceChildren()
      layer.style.setProperty('--total-scale-factor', String(scale))
      const words = new TextLayer({
        textContentSource: proxy.streamTextContent(),
        container: layer,
        viewport,
      })
      life.signal.addEventListener('abort', () => words.cancel())
      await Promise.all([drawing.promise, words.render()])
    }
    draw().catch((error: unknown) => {
      if (!life.signal.aborted) setFailed(error instanceof Error ? error : new Error(String(error)))
    })
    return () => life.abort()
  }, [near, document, number, width])

  if (failed !== null) throw failed
  return (
    <figure ref={page} aria-label={label} className={classes.page} style={sizeOf(width, known)}>
      {near && (
        <>
          <canvas ref={canvas} className={classes.surface} aria-hidden="true" />
          <div ref={text} className={classes.text} />
        </>
      )}
    </figure>
  )
}

const sizeOf = (width: number, shape: number): CSSProperties => ({
  width: `${width}px`,
  height: `${Math.round(width * shape)}px`,
})

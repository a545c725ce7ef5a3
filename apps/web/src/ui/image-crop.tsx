import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import classes from './image-crop.module.css'

type Props = {
  file: Blob
  labels: { preview: string; zoom: string; horizontal: string; vertical: string }
  /** Null if the browser can't read the image. */
  onCrop: (crop: (() => Promise<Blob>) | null) => void
}

const side = 512

export const ImageCrop = ({ file, labels, onCrop }: Props) => {
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null)
  const [view, setView] = useState({ zoom: 1, x: 0.5, y: 0.5 })
  const dragged = useRef<{ x: number; y: number } | null>(null)

  useEffect(() => {
    let gone = false
    setView({ zoom: 1, x: 0.5, y: 0.5 })
    createImageBitmap(file).then(
      (loaded) => {
        if (gone) loaded.close()
        else setBitmap(loaded)
      },
      () => {
        if (!gone) onCrop(null)
      },
    )
    return () => {
      gone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another file starts again
  }, [file])

  useEffect(() => {
    const { current } = canvas
    const context = current?.getContext('2d')
    if (current == null || context == null || bitmap === null) return
    const size = Math.min(bitmap.width, bitmap.height) / view.zoom
    const left = (bitmap.width - size) * view.x
    const top = (bitmap.height - size) * view.y
    context.clearRect(0, 0, side, side)
    context.drawImage(bitmap, left, top, size, size, 0, 0, side, side)
    onCrop(
      () =>
        new Promise((resolve, reject) => {
          current.toBlob(
            (blob) => (blob === null ? reject(new Error("the image can't be encoded")) : resolve(blob)),
            'image/png',
          )
        }),
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the listener never changes
  }, [bitmap, view])

  const move = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>): void => {
    if (dragged.current === null || bitmap === null) return
    const size = Math.min(bitmap.width, bitmap.height) / view.zoom
    const scale = size / currentTarget.clientWidth
    const [dx, dy] = [(dragged.current.x - clientX) * scale, (dragged.current.y - clientY) * scale]
    dragged.current = { x: clientX, y: clientY }
    setView((now) => ({
      ...now,
      x: shifted(now.x, dx, bitmap.width - size),
      y: shifted(now.y, dy, bitmap.height - size),
    }))
  }

  const sliders = [
    { name: 'zoom', label: labels.zoom, min: 1, max: 4 },
    { name: 'x', label: labels.horizontal, min: 0, max: 1 },
    { name: 'y', label: labels.vertical, min: 0, max: 1 },
  ] as const
  return (
    <div className={classes.crop}>
      <canvas
        ref={canvas}
        width={side}
        height={side}
        className={classes.canvas}
        role="img"
        aria-label={labels.preview}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragged.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={move}
        onPointerUp={() => {
          dragged.current = null
        }}
      />
      <div className={classes.sliders}>
        {sliders.map(({ name, label, min, max }) => (
          <div key={name} className={classes.slider}>
            <label htmlFor={`${id}-${name}`}>{label}</label>
            <input
              id={`${id}-${name}`}
              type="range"
              min={min}
              max={max}
              step={(max - min) / 100}
              value={view[name]}
              onChange={({ currentTarget }) =>
                setView((now) => ({ ...now, [name]: Number(currentTarget.value) }))
              }
            />
          </div>
        ))}
      </div>
    </div>
  )
}

const shifted = (share: number, by: number, room: number): number =>
  room <= 0 ? 0.5 : Math.min(1, Math.max(0, share + by / room))

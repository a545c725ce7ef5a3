import { useEffect, useRef } from 'react'
import { useNumber } from '../../../i18n/number.ts'
import { useMedia } from '../../../ui/use-media.ts'

type Props = { value: number; counts: boolean; className: string | undefined }

const countMs = 1_200

/** The final number is in the document from the start; the counting one is only drawn. */
export const Counted = ({ value, counts, className }: Props) => {
  const write = useNumber()
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const ref = useRef<HTMLSpanElement>(null)
  const before = useRef(value)
  useEffect(() => {
    const from = before.current
    before.current = value
    const drawn = ref.current
    if (drawn === null || !counts || still || from === value) return undefined
    const start = performance.now()
    let frame = requestAnimationFrame(function draw(now) {
      const share = Math.min(1, Math.max(0, (now - start) / countMs))
      const eased = 1 - (1 - share) ** 3
      drawn.textContent = write(Math.round(from + (value - from) * eased))
      if (share < 1) frame = requestAnimationFrame(draw)
    })
    return () => {
      cancelAnimationFrame(frame)
      drawn.textContent = write(value)
    }
  }, [value, counts, still, write])
  return (
    <span className={className}>
      <span className="visually-hidden">{write(value)}</span>
      <span ref={ref} aria-hidden="true">
        {write(value)}
      </span>
    </span>
  )
}

import { generate } from 'lean-qr'
import classes from './qr-code.module.css'
import { pathOf } from './qr-path.ts'

type Props = { text: string; label: string }

/** Black on white in every scheme, because cameras expect it. */
export const QrCode = ({ text, label }: Props) => {
  const code = generate(text)
  return (
    <svg
      className={classes.code}
      viewBox={`-4 -4 ${code.size + 8} ${code.size + 8}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <path d={pathOf(code)} />
    </svg>
  )
}

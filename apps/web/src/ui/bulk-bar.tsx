import { type ReactNode, useRef } from 'react'
import classes from './bulk-bar.module.css'
import { Button } from './button.tsx'
import { useBottomBarHeight } from './use-bottom-bar-height.ts'

type Props = {
  text: string
  clear: string
  onClear: () => void
  children: ReactNode
}

export const BulkBar = ({ text, clear, onClear, children }: Props) => {
  const bar = useRef<HTMLElement>(null)
  useBottomBarHeight(bar)
  return (
    <section ref={bar} className={classes.bar} aria-label={text}>
      <strong className={classes.count}>{text}</strong>
      {children}
      <Button size="small" onClick={onClear}>
        {clear}
      </Button>
    </section>
  )
}

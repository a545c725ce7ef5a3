import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import { Callout } from './callout.tsx'
import classes from './stack.module.css'

type Props = {
  /** For a button elsewhere on the page. Enter in a field submits, too. */
  id?: string
  labelledBy: string
  pending: boolean
  /** Each refusal focuses the first field at fault. */
  refusals: number
  /** What was refused, unless a field says it. */
  problem?: string | null
  /** Must not reject. */
  onSubmit: () => Promise<void> | undefined
  children: ReactNode
}

export const Form = ({ id, labelledBy, pending, refusals, problem = null, onSubmit, children }: Props) => {
  const ref = useRef<HTMLFormElement>(null)
  // A second Enter may come before `pending` is rendered.
  const underWay = useRef(false)

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const submit = async (): Promise<void> => {
    if (pending || underWay.current) return
    underWay.current = true
    await onSubmit()
    underWay.current = false
  }

  return (
    <form
      ref={ref}
      id={id}
      className={classes.stack}
      data-gap="xl"
      aria-labelledby={labelledBy}
      aria-busy={pending}
      noValidate
      onSubmit={(event: SyntheticEvent) => {
        event.preventDefault()
        void submit()
      }}
    >
      {problem !== null && <Callout tone="danger" title={problem} alert />}
      {children}
      {id !== undefined && <input type="submit" hidden />}
    </form>
  )
}

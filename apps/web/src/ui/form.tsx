import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import classes from './stack.module.css'

type Props = {
  /** The heading that names the form. */
  labelledBy: string
  pending: boolean
  /** Grows with every refusal; the focus then goes to the first field at fault. */
  refusals: number
  /** Answers when what it began has ended, well or not; it does not reject. */
  onSubmit: () => Promise<void> | undefined
  children: ReactNode
}

/** A real form: Enter submits, nothing is sent twice, and what was typed stays. */
export const Form = ({ labelledBy, pending, refusals, onSubmit, children }: Props) => {
  const ref = useRef<HTMLFormElement>(null)
  // A second Enter may come before `pending` has been rendered.
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
      {children}
    </form>
  )
}

import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react'
import classes from './form.module.css'

type Props = {
  /** The heading that names the form. */
  labelledBy: string
  pending: boolean
  /** Grows with every refusal; the focus then goes to the first field at fault. */
  refusals: number
  onSubmit: () => void
  children: ReactNode
}

/** A real form: Enter submits, nothing is sent twice, and what was typed stays. */
export const Form = ({ labelledBy, pending, refusals, onSubmit, children }: Props) => {
  const ref = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (refusals > 0) ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (!pending) onSubmit()
  }

  return (
    <form
      ref={ref}
      className={classes.form}
      aria-labelledby={labelledBy}
      aria-busy={pending}
      noValidate
      onSubmit={submit}
    >
      {children}
    </form>
  )
}

import { useId } from 'react'
import { Button } from './button.tsx'
import classes from './error-screen.module.css'

type Props = {
  words: { title: string; stack: string; hint: string; retry: string; cleanCache: string }
  message: string
  stack: string
  onRetry: () => void
  onCleanCache: () => void
}

/** The last resort: what happened, what to report, and two ways on. */
export const ErrorScreen = ({ words, message, stack, onRetry, onCleanCache }: Props) => {
  const id = useId()
  return (
    <section className={classes.screen} role="alert" aria-labelledby={`${id}-title`}>
      <h1 id={`${id}-title`}>{words.title}</h1>
      <p className={classes.message}>{message}</p>
      {stack !== '' && (
        <div className={classes.stack}>
          <label htmlFor={`${id}-stack`}>{words.stack}</label>
          <textarea id={`${id}-stack`} className={classes.trace} readOnly rows={8} value={stack} />
        </div>
      )}
      <p className={classes.hint}>{words.hint}</p>
      <div className={classes.buttons}>
        <Button kind="primary" onClick={onRetry}>
          {words.retry}
        </Button>
        <Button onClick={onCleanCache}>{words.cleanCache}</Button>
      </div>
    </section>
  )
}

import { type ReactNode, useId } from 'react'
import classes from './fields.module.css'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: ReactNode; hint: ReactNode }[]
  onChange: (value: Value) => void
}

export const ChoiceField = <Value extends string>({ label, value, options, onChange }: Props<Value>) => {
  const id = useId()
  return (
    <fieldset className={classes.choice}>
      <legend className={classes.label}>{label}</legend>
      {options.map((option) => (
        <div key={option.value} className={classes.check}>
          <input
            id={`${id}-${option.value}`}
            type="radio"
            name={id}
            checked={option.value === value}
            aria-describedby={`${id}-${option.value}-hint`}
            onChange={() => onChange(option.value)}
          />
          <div>
            <label htmlFor={`${id}-${option.value}`}>{option.label}</label>
            <div id={`${id}-${option.value}-hint`} className={classes.hint}>
              {option.hint}
            </div>
          </div>
        </div>
      ))}
    </fieldset>
  )
}

import { useId } from 'react'
import classes from './segmented.module.css'

type Props<Value extends string> = {
  label: string
  value: Value
  options: readonly { value: Value; label: string; count?: number | string }[]
  onChange: (value: Value) => void
  size?: 'small' | 'normal'
}

export const Segmented = <Value extends string>({
  label,
  value,
  options,
  onChange,
  size = 'normal',
}: Props<Value>) => {
  const name = useId()
  return (
    <fieldset className={classes.group} data-size={size}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.option}>
          <input
            type="radio"
            name={name}
            className={classes.input}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={classes.face}>
            {option.label}
            {option.count !== undefined && <span className={classes.count}>{option.count}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

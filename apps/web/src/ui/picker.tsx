import type { ReactNode } from 'react'
import classes from './picker.module.css'

export type Choice<Value extends string> = {
  value: Value
  label: string
  lang?: string
}

type Props<Value extends string> = {
  label: string
  value: Value
  choices: readonly Choice<Value>[]
  short?: string
  icon: ReactNode
  onChoose: (value: Value) => void
}

/** A native list works with every keyboard, screen reader, and touchscreen. */
export const Picker = <Value extends string>({
  label,
  value,
  choices,
  short,
  icon,
  onChoose,
}: Props<Value>) => (
  <div className={classes.frame}>
    {icon}
    {short !== undefined && (
      <span className={classes.short} aria-hidden="true">
        {short}
      </span>
    )}
    <select
      className={classes.select}
      aria-label={label}
      title={label}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = choices.find((choice) => choice.value === currentTarget.value)
        if (chosen !== undefined) onChoose(chosen.value)
      }}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} lang={choice.lang}>
          {choice.label}
        </option>
      ))}
    </select>
  </div>
)

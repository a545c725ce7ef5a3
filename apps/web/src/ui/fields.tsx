import { type HTMLInputAutoCompleteAttribute, type ReactNode, useId, useState } from 'react'
import classes from './fields.module.css'
import { Icon } from './icon.tsx'

type FieldProps = {
  /** The name on the wire. */
  name: string
  label: string
  hint?: ReactNode
  fault?: string | undefined
  optional?: boolean
  disabled?: boolean
  /** The label is for screen readers only. */
  compact?: boolean
}

type TextProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  autoComplete?: HTMLInputAutoCompleteAttribute
  maxLength?: number
  placeholder?: string
}

type Control = {
  id: string
  name: string
  required: boolean
  disabled: boolean
  className: string | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FrameProps = FieldProps & { children: (control: Control) => ReactNode; after?: ReactNode }

const Frame = ({
  name,
  label,
  hint,
  fault,
  optional = false,
  disabled = false,
  compact = false,
  children,
  after,
}: FrameProps) => {
  const id = useId()
  const described = [
    ...(fault === undefined ? [] : [`${id}-fault`]),
    ...(hint === undefined ? [] : [`${id}-hint`]),
  ]
  return (
    <div className={classes.root}>
      <label className={compact ? 'visually-hidden' : classes.label} htmlFor={id}>
        {label}
      </label>
      <div className={classes.control}>
        {children({
          id,
          name,
          disabled,
          required: !optional,
          className: classes.input,
          'aria-invalid': fault === undefined ? undefined : true,
          'aria-describedby': described.length === 0 ? undefined : described.join(' '),
        })}
        {after}
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className={classes.fault}>
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <div id={`${id}-hint`} className={classes.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}

type Kind = 'text' | 'email' | 'tel' | 'url' | 'search' | 'datetime-local'

type TextFieldProps = TextProps & {
  email?: boolean
  kind?: Kind
  mono?: boolean
  after?: ReactNode
}

export const TextField = ({
  email = false,
  kind = 'text',
  mono = false,
  after,
  ...field
}: TextFieldProps) => (
  <Frame {...field} after={after}>
    {(control) => (
      <input
        {...control}
        type={email ? 'email' : kind}
        value={field.value}
        autoComplete={field.autoComplete ?? 'off'}
        maxLength={field.maxLength}
        placeholder={field.placeholder}
        data-mono={mono || undefined}
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
      />
    )}
  </Frame>
)

export const PasswordField = ({ reveal, ...field }: TextProps & { reveal: string }) => {
  const [shown, setShown] = useState(false)
  return (
    <Frame
      {...field}
      after={
        <button
          type="button"
          className={classes.toggle}
          aria-label={reveal}
          aria-pressed={shown}
          title={reveal}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    >
      {(control) => (
        <input
          {...control}
          type={shown ? 'text' : 'password'}
          value={field.value}
          autoComplete={field.autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
        />
      )}
    </Frame>
  )
}

export const TextArea = ({ rows = 4, ...field }: TextProps & { rows?: number }) => (
  <Frame {...field}>
    {(control) => (
      <textarea
        {...control}
        rows={rows}
        value={field.value}
        maxLength={field.maxLength}
        placeholder={field.placeholder}
        onChange={({ currentTarget }) => field.onChange(currentTarget.value)}
      />
    )}
  </Frame>
)

type NumberProps = FieldProps & {
  value: number
  min?: number
  max?: number
  step?: number
  unit?: string
  onChange: (value: number) => void
}

/** Half-typed text stays. Whole numbers, unless `step` says otherwise. */
export const NumberField = ({ value, min, max, step = 1, unit, onChange, ...field }: NumberProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Frame {...field} after={unit === undefined ? undefined : <span className={classes.unit}>{unit}</span>}>
      {(control) => (
        <input
          {...control}
          type="number"
          inputMode={step === 1 ? 'numeric' : 'decimal'}
          min={min}
          max={max}
          step={step}
          value={typed ?? String(value)}
          onBlur={() => setTyped(null)}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            const next = currentTarget.valueAsNumber
            if (!Number.isNaN(next)) onChange(next)
          }}
        />
      )}
    </Frame>
  )
}

export type Option<Value extends string> = { value: Value; label: string; disabled?: boolean }

type SelectProps<Value extends string> = FieldProps & {
  value: Value
  options: readonly Option<Value>[]
  onChange: (value: Value) => void
}

export const SelectField = <Value extends string>({
  value,
  options,
  onChange,
  ...field
}: SelectProps<Value>) => (
  <Frame {...field}>
    {(control) => (
      <select
        {...control}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = options.find((option) => option.value === currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} disabled={option.disabled}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Frame>
)

type CheckProps = {
  name: string
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

export const CheckField = ({ name, label, hint, checked, disabled = false, onChange }: CheckProps) => {
  const id = useId()
  return (
    <div className={classes.check}>
      <input
        id={id}
        name={name}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <div id={`${id}-hint`} className={classes.hint}>
            {hint}
          </div>
        )}
      </div>
    </div>
  )
}

import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { PasswordInput, TextInput } from '@mantine/core'
import type { HTMLInputAutoCompleteAttribute, ReactNode } from 'react'
import classes from './fields.module.css'

type FieldProps = {
  /** The member's name on the wire. */
  name: string
  label: string
  hint?: ReactNode
  /** Why the value cannot be taken; shown at the field and told to screen readers. */
  fault?: string | undefined
  value: string
  onChange: (value: string) => void
  autoComplete: HTMLInputAutoCompleteAttribute
  maxLength?: number
}

const common = ({ name, label, hint, fault, value, onChange, autoComplete, maxLength }: FieldProps) => ({
  name,
  label,
  description: hint,
  error: fault,
  value,
  autoComplete,
  maxLength,
  required: true,
  withAsterisk: false,
  size: 'md',
  onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
  inputWrapperOrder: ['label', 'input', 'error', 'description'] as (
    | 'label'
    | 'input'
    | 'error'
    | 'description'
  )[],
})

const names = {
  root: classes.root,
  label: classes.label,
  input: classes.input,
  description: classes.hint,
  error: classes.fault,
}

export const TextField = ({ email = false, ...field }: FieldProps & { email?: boolean }) => (
  <TextInput
    {...common(field)}
    classNames={names}
    type={email ? 'email' : 'text'}
    autoCapitalize="none"
    spellCheck={false}
  />
)

export const PasswordField = ({ reveal, ...field }: FieldProps & { reveal: string }) => (
  <PasswordInput
    {...common(field)}
    classNames={{ ...names, innerInput: classes.inner, visibilityToggle: classes.toggle }}
    visibilityToggleButtonProps={{ 'aria-label': reveal, title: reveal, tabIndex: 0 }}
  />
)

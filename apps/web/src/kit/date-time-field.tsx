import { useState } from 'react'
import { TextField } from '../ui/fields.tsx'
import { formatMoment } from '../i18n/date.ts'
import { useLanguage } from '../i18n/start.ts'

type Props = {
  name: string
  label: string
  /** Milliseconds; null: empty. */
  value: number | null
  onChange: (value: number | null) => void
  fault?: string | undefined
  optional?: boolean
  disabled?: boolean
}

export const DateTimeField = ({ value, onChange, ...field }: Props) => {
  const language = useLanguage()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = value === null ? '' : toLocal(value)
  return (
    <TextField
      {...field}
      kind="datetime-local"
      value={typed !== null && fromLocal(typed) === value ? typed : shown}
      hint={
        value === null ? undefined : (
          <>
            {formatMoment(language, value)}
            <br />
            {formatMoment(language, value, { timeZone: 'UTC' })}
          </>
        )
      }
      onChange={(text) => {
        setTyped(text)
        onChange(fromLocal(text))
      }}
    />
  )
}

export const toLocal = (at: number): string => {
  const date = new Date(at)
  const two = (number: number): string => String(number).padStart(2, '0')
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

export const fromLocal = (text: string): number | null => {
  const at = new Date(text).getTime()
  return Number.isNaN(at) ? null : at
}

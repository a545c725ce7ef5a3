import type { Ref } from 'react'
import type { Writing } from './marks.ts'

export type AreaProps = {
  ref: Ref<Writing>
  id: string
  labelId: string
  name: string
  value: string
  onChange: (value: string) => void
  rows: number
  maxLength: number | undefined
  disabled: boolean
  readOnly: boolean
  invalid: boolean
  describedBy: string | undefined
  /** Undefined: files are ignored. */
  onFiles: ((files: readonly File[]) => void) | undefined
}

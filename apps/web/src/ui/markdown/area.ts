import type { Ref } from 'react'
import type { Writing } from './marks.ts'

/** What is written into: a text area, and the editor that takes its place. */
export type AreaProps = {
  ref: Ref<Writing>
  /** Of the control, and of the label that names it. */
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
  /** Dropped or pasted; undefined where nothing is done with them. */
  onFiles: ((files: readonly File[]) => void) | undefined
}

import { useImperativeHandle, useRef } from 'react'
import type { AreaProps } from './area.ts'
import classes from './markdown-editor.module.css'

export const PlainArea = ({
  ref,
  id,
  name,
  value,
  onChange,
  rows,
  maxLength,
  disabled,
  readOnly,
  invalid,
  describedBy,
  onFiles,
}: AreaProps) => {
  const area = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => ({
    written() {
      const { value: text = '', selectionStart: from = 0, selectionEnd: to = 0 } = area.current ?? {}
      return { text, from, to }
    },
    edit({ from, to, insert, select }) {
      const box = area.current
      if (box === null) return
      box.focus()
      box.setSelectionRange(from, to)
      // oxlint-disable-next-line no-deprecated -- nothing else keeps what a text area can undo
      if (!document.execCommand('insertText', false, insert)) {
        box.setRangeText(insert, from, to)
        onChange(box.value)
      }
      box.setSelectionRange(select.from, select.to)
    },
  }))
  return (
    <textarea
      ref={area}
      id={id}
      name={name}
      className={classes.area}
      rows={rows}
      maxLength={maxLength}
      value={value}
      disabled={disabled}
      readOnly={readOnly}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onPaste={(event) => {
        const files = [...event.clipboardData.files]
        if (files.length === 0 || onFiles === undefined) return
        event.preventDefault()
        onFiles(files)
      }}
      onDragOver={(event) => {
        if (onFiles !== undefined && event.dataTransfer.types.includes('Files')) event.preventDefault()
      }}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files]
        if (files.length === 0 || onFiles === undefined) return
        event.preventDefault()
        onFiles(files)
      }}
    />
  )
}

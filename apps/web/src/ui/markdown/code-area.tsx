import { type CSSProperties, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { AreaProps } from './area.ts'
import { type CodeMirror, createCodeMirror } from './code-mirror.ts'
import classes from './markdown-editor.module.css'

export type CodeAreaProps = AreaProps & {
  selection: { from: number; to: number }
}

export const CodeArea = (props: CodeAreaProps) => {
  const { ref, id, labelId, value, rows, disabled, readOnly, invalid, describedBy } = props
  const holder = useRef<HTMLDivElement>(null)
  const editor = useRef<CodeMirror>(null)
  const latest = useRef(props)
  // Not back as `value` yet; that may take longer than the next letter.
  const underWay = useRef<string[]>([])
  useLayoutEffect(() => {
    latest.current = props
  })

  useLayoutEffect(() => {
    const { current: parent } = holder
    if (parent === null) return undefined
    const { value: text, selection } = latest.current
    const made = createCodeMirror({
      parent,
      text,
      selection,
      onChange(next) {
        underWay.current.push(next)
        latest.current.onChange(next)
      },
      onFiles(files) {
        const { onFiles } = latest.current
        if (files.length === 0 || onFiles === undefined) return false
        onFiles(files)
        return true
      },
      most: () => latest.current.maxLength,
    })
    editor.current = made
    return () => {
      editor.current = null
      made.destroy()
    }
  }, [])

  useLayoutEffect(() => {
    editor.current?.behave({
      disabled,
      readOnly,
      attributes: {
        id,
        'aria-labelledby': labelId,
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(disabled ? { 'aria-disabled': 'true' } : {}),
        ...(readOnly ? { 'aria-readonly': 'true' } : {}),
      },
    })
  }, [id, labelId, describedBy, invalid, disabled, readOnly])

  // In the same commit as the value: later, it would undo newer typing.
  useLayoutEffect(() => {
    const at = underWay.current.lastIndexOf(value)
    underWay.current.splice(0, at + 1)
    if (at === -1) editor.current?.show(value)
  }, [value])

  // A label activates only native controls.
  useEffect(() => {
    const label = document.getElementById(labelId)
    const focus = (): void => editor.current?.focus()
    label?.addEventListener('click', focus)
    return () => label?.removeEventListener('click', focus)
  }, [labelId])

  useImperativeHandle(ref, () => ({
    written: () => editor.current?.written() ?? { text: value, from: 0, to: 0 },
    edit: (change) => editor.current?.edit(change),
  }))

  return (
    <div
      className={classes.code}
      style={{ '--rows': rows } as CSSProperties}
      data-invalid={invalid || undefined}
      data-disabled={disabled || undefined}
    >
      <div ref={holder} className={classes.holder} />
    </div>
  )
}

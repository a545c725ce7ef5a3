import { type DragEvent, useId, useState } from 'react'
import classes from './file-drop.module.css'
import { Announced } from './announced.tsx'
import { Icon } from './icon.tsx'

type Props = {
  label: string
  hint: string
  accept?: string
  many?: boolean
  disabled?: boolean
  small?: boolean
  fault?: string | undefined
  onFiles: (files: readonly File[]) => void
}

export const FileDrop = ({
  label,
  hint,
  accept,
  many = false,
  disabled = false,
  small = false,
  fault,
  onFiles,
}: Props) => {
  const id = useId()
  const [over, setOver] = useState(false)

  const take = (list: FileList | null): void => {
    const files = [...(list ?? [])]
    if (files.length > 0) onFiles(many ? files : files.slice(0, 1))
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (!disabled) take(event.dataTransfer.files)
  }
  return (
    <div>
      <div
        className={classes.drop}
        data-over={over || undefined}
        data-disabled={disabled || undefined}
        data-small={small || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" size={small ? 16 : 22} />
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
        <span id={`${id}-hint`} className={classes.hint}>
          {hint}
        </span>
        <input
          id={id}
          type="file"
          className={classes.input}
          accept={accept}
          multiple={many}
          disabled={disabled}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={fault === undefined ? `${id}-hint` : `${id}-fault ${id}-hint`}
          onChange={({ currentTarget }) => {
            take(currentTarget.files)
            // The same file may be chosen again.
            currentTarget.value = ''
          }}
        />
      </div>
      {fault !== undefined && (
        <p id={`${id}-fault`} className={classes.fault}>
          <Announced fromStart text={fault} />
        </p>
      )}
    </div>
  )
}

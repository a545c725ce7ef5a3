import { useId, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import classes from './search-picker.module.css'

export type Choice<Value> = { value: Value; label: string }

type Props<Value> = {
  label: string
  chosen: Choice<Value> | null
  choices: readonly Choice<Value>[]
  labels: { clear: string; none: string }
  onOpen?: () => void
  onChoose: (value: Value | null) => void
}

const mostShown = 50

export const SearchPicker = <Value extends string | number>({
  label,
  chosen,
  choices,
  labels,
  onOpen,
  onChoose,
}: Props<Value>) => {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const wanted = typed.trim().toLocaleLowerCase()
  const found = choices.filter((one) => one.label.toLocaleLowerCase().includes(wanted)).slice(0, mostShown)
  const active = found[Math.min(at, found.length - 1)]

  const choose = ({ value }: Choice<Value>): void => {
    setOpen(false)
    setTyped('')
    onChoose(value)
  }
  const begin = (): void => {
    if (!open) onOpen?.()
    setOpen(true)
    setAt(0)
  }
  const onKeyDown = (event: { key: string; preventDefault: () => void }): void => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!open) begin()
      else setAt(Math.max(0, Math.min(found.length - 1, at + (key === 'ArrowDown' ? 1 : -1))))
    } else if (key === 'Enter' && open && active !== undefined) {
      event.preventDefault()
      choose(active)
    } else if (key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    }
  }

  return (
    <div className={classes.root}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {chosen === null ? (
        <input
          id={id}
          className={classes.input}
          role="combobox"
          aria-expanded={open}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={open && active !== undefined ? `${id}-${active.value}` : undefined}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onFocus={begin}
          onClick={begin}
          onBlur={() => setOpen(false)}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            begin()
          }}
          onKeyDown={onKeyDown}
        />
      ) : (
        <div className={classes.chosen}>
          <span id={id} className={classes.name}>
            {chosen.label}
          </span>
          <IconButton label={labels.clear} onClick={() => onChoose(null)}>
            <Icon name="cross" size={14} />
          </IconButton>
        </div>
      )}
      {open && chosen === null && (
        <div id={`${id}-list`} role="listbox" aria-label={label} className={classes.list}>
          {found.map((one) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus, and hears the keys
            <div
              key={one.value}
              id={`${id}-${one.value}`}
              role="option"
              aria-selected={one === active}
              className={classes.option}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(one)}
            >
              {one.label}
            </div>
          ))}
          {found.length === 0 && (
            <div role="option" aria-selected={false} aria-disabled className={classes.none}>
              {labels.none}
            </div>
          )}
        </div>
      )}
    </div>
  )
}

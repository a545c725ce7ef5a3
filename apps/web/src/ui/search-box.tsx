import { useEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import classes from './search-box.module.css'
import { isTyping } from './typing.ts'

type Props = {
  label: string
  clear: string
  value: string
  onChange: (value: string) => void
  /** Whether `/` leads here. */
  shortcut?: boolean
}

export const SearchBox = ({ label, clear, value, onChange, shortcut = true }: Props) => {
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (!shortcut) return undefined
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target))
        return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focus)
    return () => document.removeEventListener('keydown', focus)
  }, [shortcut])

  return (
    <div className={classes.box}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        className={classes.input}
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.preventDefault()
          onChange('')
        }}
      />
      {value !== '' && (
        <IconButton label={clear} onClick={() => onChange('')}>
          <Icon name="cross" size={14} />
        </IconButton>
      )}
    </div>
  )
}

import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { IconButton } from './icon-button.tsx'
import classes from './search-box.module.css'
import { isTyping } from './typing.ts'

type Props = {
  label: string
  clear: string
  /** May lag behind typing, as an address does. */
  value: string
  onChange: (value: string) => void
  shortcut?: boolean
  /** `value` may lag behind what was typed. */
  onEnter?: (typed: string) => void
  onDown?: () => void
}

export const SearchBox = ({ label, clear, value, onChange, shortcut = true, onEnter, onDown }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [typed, type] = useTyped(value, onChange)

  // A layout effect, because a visible box must already hear its key.
  useLayoutEffect(() => {
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
        value={typed}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed === '') return event.currentTarget.blur()
          const act = {
            Escape: () => type(''),
            Enter: onEnter && (() => onEnter(typed)),
            ArrowDown: onDown,
          }[event.key]
          // Enter ends the composition of a word, too.
          if (act === undefined || event.nativeEvent.isComposing) return
          event.preventDefault()
          act()
        }}
      />
      {typed !== '' && (
        <IconButton label={clear} onClick={() => type('')}>
          <Icon name="cross" size={14} />
        </IconButton>
      )}
    </div>
  )
}

const useTyped = (
  value: string,
  onChange: (value: string) => void,
): [typed: string, type: (text: string) => void] => {
  const [typed, setTyped] = useState(value)
  // Reported, but not back as `value` yet.
  const underWay = useRef<string[]>([])

  useEffect(() => {
    const at = underWay.current.lastIndexOf(value)
    underWay.current = at === -1 ? [] : underWay.current.slice(at + 1)
    if (at === -1) setTyped(value)
  }, [value])

  const type = (text: string): void => {
    underWay.current.push(text)
    setTyped(text)
    onChange(text)
  }
  return [typed, type]
}

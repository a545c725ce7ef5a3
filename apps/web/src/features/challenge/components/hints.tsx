import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/icon.tsx'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import type { OpenedHints } from '../opened-hints.ts'
import classes from './hints.module.css'

type Props = {
  hints: readonly string[]
  opened: OpenedHints | null
}

export const Hints = ({ hints, opened }: Props) => {
  const { t } = useTranslation('play')
  return (
    <section className={classes.hints} aria-label={t('challenge.hints', { count: hints.length })}>
      {hints.map((hint, at) => (
        <Hint
          key={hint}
          name={t('challenge.hintOf', { number: String(at + 1), all: String(hints.length) })}
          hint={hint}
          opened={opened}
        />
      ))}
    </section>
  )
}

type HintProps = { name: string; hint: string; opened: OpenedHints | null }

const Hint = ({ name, hint, opened }: HintProps) => {
  const [open, setOpen] = useState(() => opened?.has(hint) ?? false)
  return (
    <details
      className={classes.hint}
      data-hint=""
      open={open}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        opened?.set(hint, currentTarget.open)
      }}
    >
      <summary className={classes.summary}>
        <Icon name="bulb" />
        {name}
        <Icon name="down" size={16} />
      </summary>
      {/* Browsers find and open hidden text when someone searches the page. */}
      {open && (
        <div className={classes.text}>
          <Markdown source={hint} extent="line" />
        </div>
      )}
    </details>
  )
}

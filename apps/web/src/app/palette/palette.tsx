import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnnounced } from '../../ui/announced.tsx'
import { openModal } from '../../ui/modal.ts'
import { Icon } from '../../ui/icon.tsx'
import { typedAfter } from './typed-after.ts'
import type { OverlayProps } from '../overlay.ts'
import { search } from './fuzzy.ts'
import classes from './palette.module.css'
import { type Command, commandGroups, useCommands } from './use-commands.ts'

export const Palette = ({ onClose, onShow, typed }: OverlayProps) => {
  const { t } = useTranslation('shell')
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(() => typed.current.reduce(typedAfter, ''))
  const [at, setAt] = useState(0)
  const commands = useCommands(onShow, wanted)

  useLayoutEffect(() => openModal(dialog.current), [])

  const searching = wanted.trim() !== ''
  const found = searching
    ? [
        ...search(
          wanted,
          commands.filter(({ matched }) => matched !== true),
          ({ title }) => title,
        ),
        ...commands.filter(({ matched }) => matched === true),
      ]
    : commands.filter(({ rare }) => rare !== true)
  useAnnounced(searching ? t('palette.found', { count: found.length }) : '')
  const chosen = found[Math.min(at, found.length - 1)]
  const optionId = ({ id: name }: Command): string => `${id}-${name.replaceAll(/[^\w-]/g, '_')}`

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.id])

  const run = (command: Command): void => {
    onClose()
    command.act()
  }
  const move = (key: string): number | null => {
    const last = found.length - 1
    const now = Math.min(at, last)
    switch (key) {
      case 'ArrowDown':
        return now >= last ? 0 : now + 1
      case 'ArrowUp':
        return now <= 0 ? last : now - 1
      case 'PageDown':
        return Math.min(last, now + 8)
      case 'PageUp':
        return Math.max(0, now - 8)
      default:
        return null
    }
  }
  const groups = searching
    ? [{ name: null, commands: found }]
    : commandGroups
        .map((name) => ({ name, commands: found.filter(({ group }) => group === name) }))
        .filter((group) => group.commands.length > 0)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click beside it closes it; Escape does the same
    <dialog
      ref={dialog}
      className={classes.palette}
      aria-label={t('palette.title')}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={classes.search}>
        <Icon name="search" />
        <input
          type="text"
          className={classes.input}
          role="combobox"
          aria-label={t('palette.search')}
          placeholder={t('palette.search')}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={chosen === undefined ? undefined : optionId(chosen)}
          autoComplete="off"
          spellCheck={false}
          value={wanted}
          onChange={({ currentTarget }) => {
            setWanted(currentTarget.value)
            setAt(0)
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            const next = move(event.key)
            if (next !== null) setAt(next)
            else if (event.key === 'Enter' && chosen !== undefined) run(chosen)
            else return
            event.preventDefault()
          }}
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('palette.title')}
        className={classes.list}
      >
        {groups.map(({ name, commands: own }) => (
          <div
            key={name ?? 'found'}
            role="group"
            aria-label={name === null ? t('palette.title') : t(`palette.${name}`)}
          >
            {name !== null && (
              <div className={classes.heading} aria-hidden="true">
                {t(`palette.${name}`)}
              </div>
            )}
            {own.map((command) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the keys and the focus are the field's above
              <div
                key={command.id}
                id={optionId(command)}
                role="option"
                aria-selected={command === chosen}
                className={classes.option}
                onMouseMove={() => setAt(found.indexOf(command))}
                onClick={() => run(command)}
              >
                <Icon name={command.icon} />
                <span className={classes.title}>
                  <bdi>{command.title}</bdi>
                </span>
                {searching && <span className={classes.group}>{t(`palette.${command.group}`)}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={classes.none}>{t('palette.none')}</p>}
    </dialog>
  )
}

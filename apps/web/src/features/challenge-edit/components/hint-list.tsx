import { limits } from '@pennant/contract/limit'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import classes from './hint-list.module.css'

type Props = { hints: readonly string[]; onChange: (hints: readonly string[]) => void }

export const HintList = ({ hints, onChange }: Props) => {
  const { t } = useTranslation('organise')
  const list = useRef<HTMLOListElement>(null)
  const added = useRef(false)

  useEffect(() => {
    if (!added.current) return
    added.current = false
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }, [hints.length])

  const move = (from: number, to: number): void => {
    const hint = hints[from]
    if (hint === undefined || to < 0 || to >= hints.length) return
    const others = hints.filter((_, at) => at !== from)
    onChange([...others.slice(0, to), hint, ...others.slice(to)])
  }
  return (
    <fieldset className={classes.hints}>
      <legend className={classes.legend}>{t('challenge.field.hints')}</legend>
      <p className={classes.lead}>{t('challenge.hintsText')}</p>
      <ol ref={list} className={classes.list}>
        {hints.map((hint, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- hints have no names, and two may be equal
          <li key={at} className={classes.hint}>
            <TextField
              compact
              optional
              name={`hints.${at}`}
              label={t('challenge.hint', { number: at + 1 })}
              maxLength={limits.hint}
              value={hint}
              onChange={(text) => onChange(hints.map((one, index) => (index === at ? text : one)))}
            />
            <div className={classes.controls}>
              <IconButton label={t('challenge.hintUp', { number: at + 1 })} onClick={() => move(at, at - 1)}>
                <Icon name="up" size={16} />
              </IconButton>
              <IconButton
                label={t('challenge.hintDown', { number: at + 1 })}
                onClick={() => move(at, at + 1)}
              >
                <Icon name="down" size={16} />
              </IconButton>
              <IconButton
                label={t('challenge.hintRemove', { number: at + 1 })}
                onClick={() => onChange(hints.filter((_, index) => index !== at))}
              >
                <Icon name="trash" size={16} />
              </IconButton>
            </div>
          </li>
        ))}
      </ol>
      <div>
        <Button
          size="small"
          icon={<Icon name="plus" size={16} />}
          disabled={hints.length >= limits.hints}
          onClick={() => {
            added.current = true
            onChange([...hints, ''])
          }}
        >
          {t('challenge.hintAdd')}
        </Button>
      </div>
    </fieldset>
  )
}

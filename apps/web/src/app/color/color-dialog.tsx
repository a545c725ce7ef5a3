import { type Color, isColor } from '@pennant/contract/schema'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../../api/queries/client-config.ts'
import { useColorChoice } from '../../theme/color.ts'
import { type ColorChoice, colorOf } from '../../theme/color-choice.ts'
import { ContrastTable } from '../../theme/contrast-table.tsx'
import { brand, shadesOf } from '../../theme/palette.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import classes from './color-dialog.module.css'

const providers = ['Managed', 'Default', 'Custom'] as const
type Provider = (typeof providers)[number]

const labels = {
  Managed: ['color.managed', 'color.managedHint'],
  Default: ['color.default', 'color.defaultHint'],
  Custom: ['color.custom', 'color.customHint'],
} as const

/** A dragged picker gives a new color with every step. */
const debounceMs = 200

export const ColorDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('shell')
  const id = useId()
  const [choice, choose] = useColorChoice()
  const managed = useClientConfig()?.customTheme ?? null
  const [provider, setProvider] = useState<Provider>(choice.provider)
  const [text, setText] = useState<string>(colorOf(choice, managed) ?? brand)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown: Color = colorOf(choice, managed) ?? brand

  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (next: ColorChoice, pauseMs: number): void => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => choose(next), pauseMs)
  }
  const pick = (value: string): void => {
    setText(value)
    if (isColor(value)) apply({ provider: 'Custom', color: value }, debounceMs)
    else clearTimeout(timer.current)
  }
  const choosePart = (next: Provider): void => {
    setProvider(next)
    if (next === 'Custom') {
      if (isColor(text)) apply({ provider: next, color: text }, 0)
    } else {
      apply({ provider: next }, 0)
      setText(next === 'Managed' && managed !== null && isColor(managed) ? managed : brand)
    }
  }

  return (
    <Dialog title={t('color.title')} close={t('common.close')} onClose={onClose}>
      <div className={classes.choice}>
        <Segmented<Provider>
          label={t('color.provider')}
          value={provider}
          options={providers.map((value) => ({ value, label: t(labels[value][0]) }))}
          onChange={choosePart}
        />
        <p className={classes.hint}>{t(labels[provider][1])}</p>
      </div>
      {provider === 'Custom' && (
        <div className={classes.pickers}>
          <input
            type="color"
            className={classes.picker}
            aria-label={t('color.pick')}
            value={isColor(text) ? text : shown}
            onChange={({ currentTarget }) => pick(currentTarget.value)}
          />
          <TextField
            name="color"
            label={t('color.hex')}
            mono
            value={text}
            maxLength={7}
            fault={isColor(text) ? undefined : t('color.hexFault', { example: brand })}
            onChange={(value) => pick(value.trim())}
          />
        </div>
      )}
      <section aria-labelledby={`${id}-shades`}>
        <h3 id={`${id}-shades`} className={classes.heading}>
          {t('color.shades')}
        </h3>
        <ol className={classes.shades}>
          {[...new Set(shadesOf(shown))].map((shade) => (
            <li key={shade}>
              <span
                className={classes.shade}
                data-own={shade === shown.toLowerCase() || undefined}
                style={{ background: shade }}
              />
              <span className={classes.code}>{shade}</span>
            </li>
          ))}
        </ol>
      </section>
      <ContrastTable color={shown} />
    </Dialog>
  )
}

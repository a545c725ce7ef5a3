import { type Color, isColor } from '@pennant/contract/schema'
import type { GlobalConfig } from '@pennant/contract/setting'
import { useTranslation } from 'react-i18next'
import { ContrastTable } from '../../../theme/contrast-table.tsx'
import { accentOf, brand, brandAccents, inks, shadesOf } from '../../../theme/palette.ts'
import { CheckField, TextField } from '../../../ui/fields.tsx'
import { useConfigActions } from '../setting-queries.ts'
import { useSection } from '../use-section.ts'
import classes from './platform.module.css'
import { SectionFrame } from './section-frame.tsx'

type Props = { config: GlobalConfig; onDirty: (name: string, dirty: boolean) => void }

export const ColorSection = ({ config, onDirty }: Props) => {
  const { t } = useTranslation('admin')
  const { t: shell } = useTranslation('shell')
  const actions = useConfigActions()
  const section = useSection({
    // Drafts are stored under it.
    name: 'colour',
    saved: { customTheme: config.customTheme ?? '' },
    check: ({ customTheme }) =>
      customTheme === '' || isColor(customTheme)
        ? {}
        : { customTheme: shell('color.hexFault', { example: brand }) },
    send: (draft) => actions.save('globalConfig', draft),
    onDirty,
  })
  const { draft, faults, change } = section
  const own = draft.customTheme !== ''
  const shown: Color = isColor(draft.customTheme) ? draft.customTheme : brand
  return (
    <SectionFrame title={t('settings.color')} section={section}>
      <CheckField
        name="own"
        label={t('settings.ownColor')}
        hint={t('settings.ownColorHint')}
        checked={own}
        onChange={(on) => change('customTheme')(on ? brand : '')}
      />
      {own && (
        <div className={classes.pickers}>
          <input
            type="color"
            className={classes.picker}
            aria-label={shell('color.pick')}
            value={shown}
            onChange={({ currentTarget }) => change('customTheme')(currentTarget.value)}
          />
          <TextField
            mono
            name="customTheme"
            label={shell('color.hex')}
            maxLength={7}
            value={draft.customTheme}
            fault={
              faults.customTheme ??
              (isColor(draft.customTheme) ? undefined : shell('color.hexFault', { example: brand }))
            }
            onChange={(value) => change('customTheme')(value.trim() === '' ? '#' : value.trim())}
          />
        </div>
      )}
      <ol className={classes.shades} aria-hidden="true">
        {[...new Set(shadesOf(shown))].map((shade) => (
          <li key={shade} style={{ background: shade }} />
        ))}
      </ol>
      <div className={classes.previews}>
        {(['dark', 'light'] as const).map((scheme) => (
          <Preview key={scheme} scheme={scheme} color={shown} />
        ))}
      </div>
      <ContrastTable color={shown} />
    </SectionFrame>
  )
}

const Preview = ({ scheme, color }: { scheme: 'dark' | 'light'; color: Color }) => {
  const { t } = useTranslation('admin')
  const { t: shell } = useTranslation('shell')
  const { accent, on, text, soft } = color === brand ? brandAccents[scheme] : accentOf(color, scheme)
  const { surfaces, text: ink } = inks[scheme]
  return (
    <div className={classes.preview} style={{ background: surfaces[1], color: ink }}>
      <strong>{shell(`color.${scheme}`)}</strong>
      <span className={classes.sampleButton} style={{ background: accent, color: on }}>
        {t('settings.sampleButton')}
      </span>
      <span style={{ color: text }}>{t('settings.sampleLink')}</span>
      <span style={{ color: ink, background: soft }}>{t('settings.sampleNote')}</span>
      <span className={classes.sampleBar} style={{ background: accent }} />
    </div>
  )
}

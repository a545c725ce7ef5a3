import type { ContainerPolicy } from '@pennant/contract/setting'
import { useTranslation } from 'react-i18next'
import { CheckField, NumberField } from '../../../ui/fields.tsx'
import { useConfigActions } from '../setting-queries.ts'
import { useSection } from '../use-section.ts'
import { SectionFrame } from './section-frame.tsx'

type Props = { config: ContainerPolicy; onDirty: (name: string, dirty: boolean) => void }

const times = [
  ['defaultLifetime', 7200],
  ['extensionDuration', 7200],
  ['renewalWindow', 360],
] as const

export const ContainerSection = ({ config, onDirty }: Props) => {
  const { t } = useTranslation('admin')
  const { t: field } = useTranslation('field')
  const actions = useConfigActions()
  const section = useSection({
    name: 'container',
    saved: config,
    check: (draft) =>
      Object.fromEntries(
        times
          .filter(([name, most]) => !Number.isInteger(draft[name]) || draft[name] < 1 || draft[name] > most)
          .map(([name, most]) => [name, t('settings.range', { least: '1', most: String(most) })]),
      ),
    send: (draft) => actions.save('containerPolicy', draft),
    onDirty,
  })
  return (
    <SectionFrame title={field('containerPolicy')} section={section}>
      {times.map(([name, most]) => (
        <NumberField
          key={name}
          {...section.field(name)}
          label={field(name)}
          hint={t(`settings.hint.${name}`, { most: String(most) })}
          unit={t('settings.minutes')}
          min={1}
          max={most}
        />
      ))}
      <CheckField
        {...section.checkbox('autoDestroyOnLimitReached')}
        label={field('autoDestroyOnLimitReached')}
        hint={t('settings.hint.autoDestroyOnLimitReached')}
      />
      <NumberField
        {...section.field('maxExerciseContainerCountPerUser')}
        label={field('maxExerciseContainerCountPerUser')}
        min={0}
      />
    </SectionFrame>
  )
}

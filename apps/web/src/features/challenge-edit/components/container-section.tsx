import { limits } from '@pennant/contract/limit'
import { type NetworkMode, networkModes } from '@pennant/contract/enums'
import { useTranslation } from 'react-i18next'
import { CheckField, NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { bounds } from '../draft.ts'
import type { ChallengeEditor } from '../use-challenge-draft.ts'
import { useMember } from '../use-member.ts'
import { ProviderState } from './provider-state.tsx'
import { Columns, Section } from './section.tsx'

// An object of names has no others.
const modes = Object.keys(networkModes) as readonly NetworkMode[]
const tenths = 10
const exampleImage = 'registry.example.com/ctf/lighthouse:1'

export const ContainerSection = ({ editor }: { editor: ChallengeEditor }) => {
  const { t, i18n } = useTranslation('organise')
  const { field } = useMember(editor)
  const { networkMode, cpuCount, enableTrafficCapture } = editor.draft
  const cores = new Intl.NumberFormat(i18n.language).format(cpuCount / tenths)
  return (
    <Section id="container" title={t('challenge.container')} lead={t('challenge.containerText')}>
      <ProviderState />
      <Columns>
        <TextField
          {...field('containerImage')}
          mono
          hint={t('challenge.imageText', { example: exampleImage })}
          maxLength={limits.containerImage}
        />
        <NumberField {...field('exposePort')} {...bounds.exposePort} hint={t('challenge.portText')} />
        <SelectField<NetworkMode>
          {...field('networkMode')}
          hint={t(`challenge.networkText.${networkMode}`)}
          options={modes.map((value) => ({ value, label: t(`challenge.network.${value}`) }))}
        />
      </Columns>
      <Columns>
        <NumberField {...field('cpuCount')} {...bounds.cpuCount} hint={t('challenge.cores', { cores })} />
        <NumberField {...field('memoryLimit')} {...bounds.memoryLimit} unit="MB" />
        <NumberField {...field('storageLimit')} {...bounds.storageLimit} unit="MB" />
      </Columns>
      <CheckField
        name="enableTrafficCapture"
        label={t('challenge.field.enableTrafficCapture')}
        hint={t('challenge.captureText')}
        checked={enableTrafficCapture}
        onChange={(checked) => editor.set('enableTrafficCapture', checked)}
      />
    </Section>
  )
}

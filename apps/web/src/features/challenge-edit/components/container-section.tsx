import { limits } from '@pennant/contract/limit'
import { type NetworkMode, networkModes } from '@pennant/contract/enums'
import { coresOf } from '@pennant/rules/challenge/container'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CheckField, NumberField, SelectField, TextField } from '../../../ui/fields.tsx'
import { useApi } from '../../../api/context.ts'
import { bounds } from '../draft.ts'
import { providerStateQuery } from '../queries.ts'
import type { ChallengeEditor } from '../use-challenge-draft.ts'
import { useMember } from '../use-member.ts'
import { ProviderState } from './provider-state.tsx'
import { Columns, Section } from './section.tsx'

// The object has no other keys.
const modes = Object.keys(networkModes) as readonly NetworkMode[]
const exampleImage = 'registry.example.com/ctf/lighthouse:1'

export const ContainerSection = ({ editor }: { editor: ChallengeEditor }) => {
  const { t, i18n } = useTranslation('organise')
  const { field } = useMember(editor)
  const { networkMode, cpuCount, allowUserChange, checkByConnecting, enableTrafficCapture } = editor.draft
  const { data: provider } = useQuery(providerStateQuery(useApi()))
  const least = coresOf(provider?.leastCpu ?? 0)
  const coresText =
    cpuCount < least
      ? t('challenge.coresRaised', { cores: new Intl.NumberFormat(i18n.language).format(least) })
      : t('challenge.coresText')
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
        <NumberField
          {...field('cpuCount')}
          {...bounds.cpuCount}
          step={bounds.cpuCount.min}
          hint={coresText}
        />
        <NumberField {...field('memoryLimit')} {...bounds.memoryLimit} unit="MB" />
        <NumberField {...field('storageLimit')} {...bounds.storageLimit} unit="MB" />
      </Columns>
      <CheckField
        name="allowUserChange"
        label={t('challenge.field.allowUserChange')}
        hint={t('challenge.userChangeText')}
        checked={allowUserChange}
        onChange={(checked) => editor.set('allowUserChange', checked)}
      />
      <CheckField
        name="checkByConnecting"
        label={t('challenge.field.checkByConnecting')}
        hint={t('challenge.connectText')}
        checked={checkByConnecting}
        onChange={(checked) => editor.set('checkByConnecting', checked)}
      />
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

import { limits } from '@pennant/contract/limit'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../ui/callout.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { sampleFlags, strengthOf } from '../template-sample.ts'
import type { ChallengeEditor } from '../use-challenge-draft.ts'
import { useMember } from '../use-member.ts'
import classes from './flags.module.css'
import { Section } from './section.tsx'

const teams = 3
const environmentVariable = 'PENNANT_FLAG'

export const TemplateSection = ({ editor }: { editor: ChallengeEditor }) => {
  const { t } = useTranslation('organise')
  const { field } = useMember(editor)
  const template = editor.draft.flagTemplate
  const samples = useMemo(() => sampleFlags(template, pickByChance, teams), [template])
  return (
    <Section
      id="flags"
      title={t('flags.template')}
      lead={
        <>
          {t('flags.templateText')} {t('flags.environment', { name: environmentVariable })}
        </>
      }
    >
      <TextField {...field('flagTemplate')} mono optional maxLength={limits.flagTemplate} />
      <Strength template={template} />
      <dl className={classes.samples} aria-label={t('flags.samples')}>
        {samples.map((flag, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- made-up teams have nothing but a number
          <div key={at} className={classes.sample}>
            <dt>{t('flags.team', { number: at + 1 })}</dt>
            <dd>{flag}</dd>
          </div>
        ))}
      </dl>
      <ul className={classes.help}>
        <li>{t('flags.help.empty')}</li>
        <li>{t('flags.help.guid')}</li>
        <li>{t('flags.help.hash')}</li>
        <li>{t('flags.help.leet')}</li>
        <li>{t('flags.help.cleet')}</li>
      </ul>
    </Section>
  )
}

const Strength = ({ template }: { template: string }) => {
  const { t } = useTranslation('organise')
  const strength = strengthOf(template)
  if (strength.kind === 'certain') return <Callout tone="good" title={t('flags.strengthCertain')} />
  return (
    <Callout
      tone={strength.kind === 'enough' ? 'good' : 'danger'}
      title={t('flags.strengthBits', { bits: String(strength.bits) })}
    >
      <p>{t(strength.kind === 'enough' ? 'flags.strengthEnough' : 'flags.strengthWeak')}</p>
    </Callout>
  )
}

// Good enough for samples; the server makes the real flags.
const pickByChance = (count: number): number => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return random % count
}

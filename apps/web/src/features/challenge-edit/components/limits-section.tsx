import { useTranslation } from 'react-i18next'
import { useApi } from '../../../api/context.ts'
import { DateTimeField } from '../../../kit/date-time-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { bounds } from '../draft.ts'
import type { ChallengeEditor } from '../use-challenge-draft.ts'
import { useMember } from '../use-member.ts'
import classes from './section.module.css'
import { Columns, Section } from './section.tsx'

export const LimitsSection = ({ editor }: { editor: ChallengeEditor }) => {
  const { t } = useTranslation('organise')
  const { field } = useMember(editor)
  const { supported } = useApi().extensions
  const times = supported ? (['enableAtUtc', 'deadlineUtc'] as const) : (['deadlineUtc'] as const)
  return (
    <Section title={t('challenge.limits')}>
      <Columns>
        {times.map((member) => (
          <Stack key={member} gap="s">
            <DateTimeField {...field(member)} optional />
            <p className={classes.note}>
              {t(member === 'enableAtUtc' ? 'challenge.scheduleText' : 'challenge.deadlineText')}
            </p>
            {editor.draft[member] !== null && (
              <div>
                <Button size="small" onClick={() => editor.set(member, null)}>
                  {t(member === 'enableAtUtc' ? 'challenge.noSchedule' : 'challenge.noDeadline')}
                </Button>
              </div>
            )}
          </Stack>
        ))}
        <NumberField
          {...field('submissionLimit')}
          {...bounds.submissionLimit}
          hint={t('challenge.attemptsText')}
        />
      </Columns>
    </Section>
  )
}

import type { Reveal } from '@pennant/contract/reveal'
import type { Step } from '@pennant/rules/reveal/reveal'
import { useTranslation } from 'react-i18next'
import { useNumber } from '../../i18n/number.ts'

/** What the step before says, on the last line and to screen readers. */
export const useStepText = (reveal: Reveal): ((steps: readonly Step[], at: number) => string) => {
  const { t } = useTranslation('reveal')
  const write = useNumber()
  const teams = new Map(reveal.teams.map(({ id, name }) => [id, name]))
  const challenges = new Map(reveal.challenges.map(({ id, title }) => [id, title]))
  const scores = new Map(reveal.final.map(({ id, score }) => [id, score]))
  return (steps, at) => {
    const step = steps[at - 1]
    if (at === 0) return t('reveal.start')
    if (step === undefined) return t('reveal.end')
    if (step.kind === 'settle') return t('reveal.settled')
    const team = teams.get(step.teamId) ?? ''
    if (step.kind === 'place')
      return t('reveal.placed', {
        ...{ place: write(step.place), team },
        points: write(scores.get(step.teamId) ?? 0),
      })
    const challenge = challenges.get(step.challengeId) ?? ''
    if (step.points === 0) return t('reveal.miss', { team, challenge })
    return t('reveal.solved', {
      ...{ team, challenge, points: write(step.points) },
      place: write(step.to),
    })
  }
}

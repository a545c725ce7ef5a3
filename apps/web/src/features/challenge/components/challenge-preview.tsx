import type { ChallengeDetail } from '@pennant/contract/challenge'
import type { ChallengeInfo } from '@pennant/contract/scoreboard'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useClientConfig } from '../../../api/queries/client-config.ts'
import { useApi } from '../../../api/context.ts'
import { CategorySign } from '../../../theme/category.tsx'
import { SideSheet } from '../../../ui/side-sheet.tsx'
import type { Verdict } from '../actions.ts'
import { panelId, useChallengeKeys } from '../use-challenge-keys.ts'
import classes from './challenge-panel.module.css'
import { ChallengeText } from './challenge-text.tsx'
import { Deadline } from './deadline.tsx'
import { FlagBox } from './flag-box.tsx'
import { Labels } from './labels.tsx'
import { InstanceBox } from './instance-box.tsx'

type Props = {
  challenge: ChallengeDetail
  solved: number
  labels: Pick<ChallengeInfo, 'level' | 'tags'>
  isRight: (flag: string) => boolean
  onClose: () => void
}

const minuteMs = 60_000
const alone = { previous: null, next: null, docked: false }
// Reserved for documentation.
const madeUpEntry = '192.0.2.10:31337'

export const ChallengePreview = ({ challenge, solved, labels, isRight, onClose }: Props) => {
  const { t } = useTranslation('play')
  const { time } = useApi()
  const config = useClientConfig()
  const [attempts, setAttempts] = useState(0)
  const [typed, setTyped] = useState('')
  const [closeTime, setCloseTime] = useState<number | null>(null)
  const lasts = (config?.defaultLifetime ?? 0) * minuteMs

  const submit = useMutation({
    mutationFn: async (flag: string): Promise<Verdict> => {
      setAttempts((count) => count + 1)
      return { id: 0, result: isRight(flag) ? 'Accepted' : 'WrongAnswer' }
    },
  })
  const actions = {
    start: useMutation({ mutationFn: async () => madeUp(setCloseTime, time.now() + lasts) }),
    extend: useMutation({ mutationFn: async () => madeUp(setCloseTime, time.now() + lasts) }),
    stop: useMutation({
      mutationFn: async () => {
        setCloseTime(null)
        return undefined
      },
    }),
    refresh: async (): Promise<void> => undefined,
  }
  useChallengeKeys({ list: useRef(null), open: alone, onGo: onClose, onClose })

  const shown: ChallengeDetail = {
    ...challenge,
    attempts,
    context: { ...challenge.context, closeTime, instanceEntry: closeTime === null ? null : madeUpEntry },
  }
  const hasContainer = challenge.type === 'StaticContainer' || challenge.type === 'DynamicContainer'

  return (
    <SideSheet
      id={panelId}
      focusTitle
      title={challenge.title}
      lead={
        <span className={classes.lead}>
          <CategorySign category={challenge.category} />
          {challenge.category}
          <span className={classes.points}>{t('challenge.points', { count: challenge.score })}</span>
          <span>{t('challenge.solves', { count: solved })}</span>
        </span>
      }
      close={t('common.close')}
      onClose={onClose}
      foot={
        <FlagBox
          challenge={shown}
          flag={typed}
          onFlag={setTyped}
          solved={false}
          practising={false}
          submit={submit}
        />
      }
    >
      <ChallengeText
        challenge={shown}
        labels={<Labels {...labels} authors={challenge.authors} />}
        openedHints={null}
      />
      {hasContainer && config !== undefined && (
        <InstanceBox
          challenge={shown}
          config={{ ...config, portMapping: 'Default' }}
          news={null}
          tunnel={null}
          locked={false}
          actions={actions}
        />
      )}
      {challenge.deadline !== null && <Deadline at={challenge.deadline} />}
    </SideSheet>
  )
}

const madeUp = (
  set: (at: number) => void,
  expectStopAt: number,
): { status: 'Running'; startedAt: number; expectStopAt: number; entry: string } => {
  set(expectStopAt)
  return { status: 'Running', startedAt: expectStopAt, expectStopAt, entry: madeUpEntry }
}

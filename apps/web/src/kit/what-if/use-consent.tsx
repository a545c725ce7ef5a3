import type { Change } from '@pennant/rules/scoreboard/what-if'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { WhatIfSection } from './preview.tsx'
import { useImpact } from './use-impact.ts'

export type Question = {
  /** Null: no change on the board. */
  change: Change | null
  title: string
  confirm: string
  danger?: boolean
  text?: ReactNode
  /** Players lose something even if the board stays the same. */
  affectsPlayers?: boolean
}

type Asked = { question: Question; board: boolean; answer: (yes: boolean) => void }

export const useConsent = (game: number) => {
  const { t } = useTranslation('staff')
  const impactOf = useImpact(game)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [checking, setChecking] = useState(false)

  const consent = async (question: Question): Promise<boolean> => {
    setChecking(true)
    const { started, board } = await impactOf(question.change)
    setChecking(false)
    if (!started || !(board || question.affectsPlayers === true)) return true
    return new Promise((answer) => setAsked({ question, board, answer }))
  }
  const settle = (yes: boolean): void => {
    asked?.answer(yes)
    setAsked(null)
  }
  const change = asked?.question.change ?? null
  const question = asked !== null && (
    <ConfirmDialog
      title={asked.question.title}
      confirm={asked.question.confirm}
      decline={t('cancel')}
      danger={asked.question.danger ?? false}
      onConfirm={() => settle(true)}
      onDecline={() => settle(false)}
    >
      {asked.question.text}
      {change !== null && asked.board && <WhatIfSection game={game} change={change} />}
    </ConfirmDialog>
  )
  return { consent, checking, question }
}

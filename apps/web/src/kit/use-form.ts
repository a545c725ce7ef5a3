import { useState } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { useProblemText } from './problem-text.ts'
import { type Lengths, useTooLong } from './too-long.ts'

type Faults<Draft> = Partial<Record<keyof Draft, string>>

export type Field<Value> = {
  name: string
  value: Value
  fault: string | undefined
  onChange: (value: Value) => void
}
export type Checkbox<Value> = { name: string; checked: Value; onChange: (value: Value) => void }

type Wiring<Draft> = {
  draft: Draft
  faults: Faults<Draft>
  change: <Member extends keyof Draft>(member: Member) => (value: Draft[Member]) => void
}

export const fieldsOf = <Draft extends Record<string, unknown>>({
  draft,
  faults,
  change,
}: Wiring<Draft>) => ({
  field: <Member extends keyof Draft & string>(name: Member): Field<Draft[Member]> => ({
    name,
    value: draft[name],
    fault: faults[name],
    onChange: change(name),
  }),
  checkbox: <Member extends keyof Draft & string>(name: Member): Checkbox<Draft[Member]> => ({
    name,
    checked: draft[name],
    onChange: change(name),
  }),
})

type Options<Draft> = {
  initial: Draft
  most?: Lengths<Draft>
  check?: (draft: Draft) => Faults<Draft>
  send: (draft: Draft) => Promise<unknown>
  /** For refusals that name no field of the form. */
  memberOf?: (problem: ApiProblem) => keyof Draft | null
  onSent?: () => void
}

export const useForm = <Draft extends Record<string, unknown>>({
  initial,
  most = {},
  check,
  send,
  memberOf,
  onSent,
}: Options<Draft>) => {
  const problemText = useProblemText()
  const tooLong = useTooLong()
  const [draft, setDraft] = useState(initial)
  const [faults, setFaults] = useState<Faults<Draft>>({})
  const [error, setError] = useState<unknown>(null)
  const [refusals, setRefusals] = useState(0)
  const [phase, setPhase] = useState<'idle' | 'pending' | 'sent'>('idle')

  const refuse = (found: Faults<Draft>): void => {
    setFaults(found)
    setRefusals((count) => count + 1)
  }

  const memberAt = (problem: unknown): keyof Draft | null => {
    if (!(problem instanceof ApiProblem)) return null
    const { field } = problem
    if (field !== null && Object.hasOwn(initial, field)) return field
    return memberOf?.(problem) ?? null
  }

  const submit = async (): Promise<void> => {
    const found: Faults<Draft> = { ...check?.(draft), ...tooLong(draft, most) }
    setError(null)
    if (Object.values(found).some((fault) => fault !== undefined)) return refuse(found)
    setFaults({})
    setPhase('pending')
    try {
      await send(draft)
      setPhase('sent')
      onSent?.()
    } catch (problem) {
      setPhase('idle')
      const member = memberAt(problem)
      if (member === null) {
        setError(problem)
        setRefusals((count) => count + 1)
      } else refuse({ [member]: problemText(problem) } as Faults<Draft>)
    }
  }

  const change =
    <Member extends keyof Draft>(member: Member) =>
    (value: Draft[Member]): void => {
      setDraft((now) => ({ ...now, [member]: value }))
      setFaults((now) => ({ ...now, [member]: undefined }))
      if (phase === 'sent') setPhase('idle')
    }
  const wiring: Wiring<Draft> = { draft, faults: { ...faults, ...tooLong(draft, most) }, change }

  const pending = phase === 'pending'
  /** Null also if a field shows the refusal. */
  const problem = error === null ? null : problemText(error)

  return {
    ...wiring,
    ...fieldsOf(wiring),
    /** For `Form`. */
    frame: { pending, refusals, problem, onSubmit: submit },
    refusals,
    pending,
    sent: phase === 'sent',
    problem,
    error,
    reset(values: Draft): void {
      setDraft(values)
      setFaults({})
      setError(null)
      setPhase('idle')
    },
    submit,
  }
}

import type { ChallengeEditDetail } from '@pennant/contract/challenge'
import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import type { Versioned } from '../../api/versioned.ts'
import { useDraft } from '../../kit/use-draft.ts'
import { type ChallengeDraft, type DraftMember, differing, draftOf, faultsOf, updateOf } from './draft.ts'
import { type ChallengeRef, challengeToEditQuery } from './queries.ts'
import type { ChallengeEditing } from './use-challenge-editing.ts'

type Detail = Versioned<ChallengeEditDetail>

export const useChallengeDraft = (
  challengeRef: ChallengeRef,
  { data, version }: Detail,
  editing: ChallengeEditing,
) => {
  const api = useApi()
  const queries = useQueryClient()
  const saved = useMemo(() => draftOf(data), [data])
  const { draft, setDraft, base, changed, restored, reset, rebase } = useDraft({
    name: `challenge ${challengeRef.game} ${challengeRef.challenge}`,
    saved,
    version,
  })
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [refusals, setRefusals] = useState(0)
  const [checked, setChecked] = useState(false)
  const [theirs, setTheirs] = useState<Detail | null>(null)
  const faults = checked ? faultsOf(draft, data.type) : {}

  useFollow({ saved, version, draft, base, reset, rebase })

  const save = async (over: string | null = base): Promise<boolean> => {
    setError(null)
    setChecked(true)
    if (Object.keys(faultsOf(draft, data.type)).length > 0) {
      setRefusals((count) => count + 1)
      return false
    }
    const update = updateOf(draft, saved)
    setPending(true)
    try {
      const answer = await editing.save(challengeRef.challenge, update, over)
      reset(draftOf(answer.data), answer.version)
      setTheirs(null)
      setChecked(false)
      return true
    } catch (problem) {
      if (problem instanceof ApiProblem && problem.is('edit.conflict')) await meet(problem)
      else {
        setError(problem)
        setRefusals((count) => count + 1)
      }
      return false
    } finally {
      setPending(false)
    }
  }

  const meet = async (problem: unknown): Promise<void> => {
    try {
      setTheirs(await queries.query({ ...challengeToEditQuery(api, challengeRef), staleTime: 0 }))
    } catch {
      setError(problem)
    }
  }

  return {
    draft,
    saved,
    changed,
    restored: restored && changed,
    faults,
    error,
    refusals,
    pending,
    outdated: changed && !pending && base !== version,
    compare: (): void => setTheirs({ data, version }),
    theirs,
    save,
    set: <Member extends DraftMember>(member: Member, value: ChallengeDraft[Member]): void =>
      setDraft((now) => ({ ...now, [member]: value })),
    discard(): void {
      reset(saved, version)
      setError(null)
      setChecked(false)
    },
    takeTheirs({ data: other, version: of }: Detail): void {
      reset(draftOf(other), of)
      setTheirs(null)
    },
    closeConflict: (): void => setTheirs(null),
  }
}

export type ChallengeEditor = ReturnType<typeof useChallengeDraft>

type Follow = {
  saved: ChallengeDraft
  version: string | null
  draft: ChallengeDraft
  base: string | null
  reset: (draft: ChallengeDraft, version: string | null) => void
  rebase: (version: string | null) => void
}

// A changed draft follows the server only if its members stay the same there: enabling is no conflict.
const useFollow = ({ saved, version, draft, base, reset, rebase }: Follow): void => {
  const before = useRef({ saved, version })
  useLayoutEffect(() => {
    const old = before.current
    before.current = { saved, version }
    if (old.version === version && differing(old.saved, saved).length === 0) return
    if (differing(draft, old.saved).length === 0 || differing(draft, saved).length === 0)
      reset(saved, version)
    else if (base === old.version && differing(old.saved, saved).length === 0) rebase(version)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only what comes from the server is followed
  }, [saved, version])
}

import { type GameInfo, readGameToEdit } from '@pennant/contract/game'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApi } from '../../api/context.ts'
import { ApiProblem } from '../../api/problem.ts'
import { useProblemText } from '../../kit/problem-text.ts'
import { useDraft } from '../../kit/use-draft.ts'
import { fieldsOf } from '../../kit/use-form.ts'
import { readVersioned, type Versioned } from '../../api/versioned.ts'
import { changesOf, differing, draftOf, faultsOf, type GameDraft, type GameMember } from './game-draft.ts'
import { useGameEditing } from './use-game-editing.ts'

type Faults = Partial<Record<GameMember, string>>

export const useInfoForm = ({ data: game, version }: Versioned<GameInfo>) => {
  const { t } = useTranslation('organise')
  const api = useApi()
  const problemText = useProblemText()
  const { save } = useGameEditing()
  const saved = useMemo(() => draftOf(game), [game])
  const kept = useDraft<GameDraft>({ name: `game ${game.id}`, saved, version })
  const { draft } = kept
  const [faults, setFaults] = useState<Faults>({})
  const [problem, setProblem] = useState<string | null>(null)
  const [refusals, setRefusals] = useState(0)
  const [theirs, setTheirs] = useState<Versioned<GameInfo> | null>(null)

  const refuse = (found: Faults, text: string | null): void => {
    setFaults(found)
    setProblem(text)
    setRefusals((count) => count + 1)
  }

  /** Null if the server refused, or on a conflict. */
  const send = async (onto: GameInfo, tag: string | null): Promise<Versioned<GameInfo> | null> => {
    try {
      const next = await save.mutateAsync({ game: onto, version: tag, changes: changesOf(draft, onto) })
      kept.reset(draftOf(next.data), next.version)
      setTheirs(null)
      return next
    } catch (error) {
      if (error instanceof ApiProblem && error.is('edit.conflict'))
        try {
          const latest = await readVersioned(api, readGameToEdit, { params: { id: game.id } })
          const untouched = kept.base === version && differing(draftOf(latest.data), saved).length === 0
          // Changes elsewhere in the game don't conflict: both are kept.
          if (untouched) return await send(latest.data, latest.version)
          setTheirs(latest)
          return null
        } catch (later) {
          refuse({}, problemText(later))
          return null
        }
      setTheirs(null)
      const field = error instanceof ApiProblem ? error.field : null
      if (field !== null && Object.hasOwn(draft, field)) refuse({ [field]: problemText(error) }, null)
      else refuse({}, problemText(error))
      return null
    }
  }

  const check = (): boolean => {
    setProblem(null)
    const found: Faults = Object.fromEntries(
      Object.entries(faultsOf(draft)).map(([member, fault]) => [member, t(`info.fault.${fault}`)]),
    )
    if (Object.keys(found).length > 0) {
      refuse(found, null)
      return false
    }
    setFaults({})
    return true
  }

  const change =
    <Member extends GameMember>(member: Member) =>
    (value: GameDraft[Member]): void => {
      kept.setDraft((now) => ({ ...now, [member]: value }))
      setFaults((now) => ({ ...now, [member]: undefined }))
    }

  return {
    ...kept,
    ...fieldsOf({ draft, faults, change }),
    problem,
    refusals,
    pending: save.isPending,
    outdated: kept.changed && !save.isPending && kept.base !== version,
    compare: (): void => setTheirs({ data: game, version }),
    theirs,
    check,
    save: (): Promise<Versioned<GameInfo> | null> => send(game, kept.base),
    discard(): void {
      kept.reset(saved, version)
      setFaults({})
      setProblem(null)
    },
    keepMine: (): void => {
      if (theirs !== null) void send(theirs.data, theirs.version)
    },
    takeTheirs(): void {
      if (theirs !== null) kept.reset(draftOf(theirs.data), theirs.version)
      setTheirs(null)
    },
    putOff: (): void => setTheirs(null),
  }
}

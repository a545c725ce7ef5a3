import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useBlocker } from 'react-router'
import { type Stored, stored } from '../storage.ts'

const prefix = 'draft:'
const pauseMs = 600

type StoredDraft<Draft> = { draft: Draft; version: string | null }

type Options<Draft> = {
  name: string
  saved: Draft
  version: string | null
}

/** A restored draft keeps the version it was based on, so saving it still detects a conflict. */
export const useDraft = <Draft>({ name, saved, version }: Options<Draft>) => {
  const store = useMemo(() => storedDraft<Draft>(name), [name])
  const restored = useMemo(() => store.get(), [store])
  const [draft, setDraft] = useState<Draft>(restored === null ? saved : completed(restored.draft, saved))
  const [base, setBase] = useState<string | null>(restored === null ? version : restored.version)
  const changed = !same(draft, saved)

  // Null for a draft from an earlier visit.
  const origin = useRef<Draft | null>(restored === null ? saved : null)
  useLayoutEffect(() => {
    if (version === base || origin.current === null) return
    if (same(saved, origin.current)) setBase(version)
    else if (same(draft, origin.current)) {
      origin.current = saved
      setDraft(saved)
      setBase(version)
    }
  }, [saved, version, base, draft])

  const unstored = useRef<StoredDraft<Draft> | null>(null)
  useEffect(() => {
    unstored.current = changed ? { draft, version: base } : null
    if (!changed) {
      store.set(null)
      return undefined
    }
    const timer = setTimeout(() => store.set({ draft, version: base }), pauseMs)
    return () => clearTimeout(timer)
  }, [changed, draft, base, store])
  useEffect(() => {
    const keep = (): void => {
      if (unstored.current !== null) store.set(unstored.current)
    }
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('pagehide', keep)
      keep()
    }
  }, [store])

  return {
    draft,
    setDraft,
    base,
    changed,
    restored: restored !== null,
    reset(next: Draft, nextVersion: string | null): void {
      store.set(null)
      origin.current = next
      // The page may be left in the same moment.
      unstored.current = null
      setDraft(next)
      setBase(nextVersion)
    },
    rebase: setBase,
  }
}

/** `pageAt` tells which addresses are the same page. */
export const useLeaveGuard = (unsaved: boolean, pageAt: (path: string) => string = (path) => path) => {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && pageAt(currentLocation.pathname) !== pageAt(nextLocation.pathname),
  )
  useEffect(() => {
    if (!unsaved) return undefined
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
  const answered = useRef<unknown>(null)
  const leave = (): void => {
    // Until the next render, the question that was answered still looks open.
    if (blocker.state !== 'blocked' || answered.current === blocker) return
    answered.current = blocker
    blocker.proceed()
  }
  const leaveSaved = useEffectEvent(leave)
  // A page that was being saved when it was asked has nothing to lose once it is saved.
  useEffect(() => {
    if (!unsaved && blocker.state === 'blocked') leaveSaved()
  }, [unsaved, blocker.state])
  return blocker.state === 'blocked'
    ? { asked: true as const, leave, stay: () => blocker.reset() }
    : { asked: false as const }
}

/** A draft of an older build lacks members that are new. */
const completed = <Draft>(draft: Draft, saved: Draft): Draft =>
  typeof saved === 'object' ? { ...saved, ...draft } : draft

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const storedDraft = <Draft>(name: string): Stored<StoredDraft<Draft> | null> =>
  // Written by this module, under a key of its own.
  stored<StoredDraft<Draft> | null>(prefix + name, (text) => JSON.parse(text) as StoredDraft<Draft>, null)

import type { Reveal } from '@pennant/contract/reveal'
import { revealAt, type Step } from '@pennant/rules/reveal/reveal'
import { onlineManager } from '@tanstack/react-query'
import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useNumber } from '../../../i18n/number.ts'
import { announce } from '../../../ui/announce.ts'
import { Button } from '../../../ui/button.tsx'
import { openModal } from '../../../ui/modal.ts'
import { Name } from '../../../ui/name.tsx'
import { type Act, actOfKey, afterAct, firstShow, mayTick, type Show } from '../show.ts'
import { useStepText } from '../use-step-text.ts'
import { useWakeLock } from '../use-wake-lock.ts'
import { Rows } from './rows.tsx'
import classes from './stage.module.css'
import { Takeover } from './takeover.tsx'

type Props = {
  reveal: Reveal
  steps: readonly Step[]
  /** Where a reload goes on. */
  at: number
  onAt: (at: number) => void
  onClose: () => void
}

export const Stage = ({ reveal, steps, at: first, onAt, onClose }: Props) => {
  const { t } = useTranslation('reveal')
  const write = useNumber()
  const ref = useRef<HTMLDialogElement>(null)
  const [show, setShow] = useState<Show>({ ...firstShow, at: Math.min(first, steps.length + 1) })
  const { at, auto, paceMs, waitsFrom } = show
  const [goesOn, setGoesOn] = useState(false)
  const [idle, setIdle] = useIdle()
  const state = useMemo(() => revealAt(reveal, steps, at), [reveal, steps, at])
  const text = useStepText(reveal)(steps, at)
  const latest = at > steps.length ? undefined : steps[at - 1]
  const winner = latest?.kind === 'place' && latest.place <= 3 ? latest : null

  useLayoutEffect(() => {
    const close = openModal(ref.current)
    // On a button, Space would press it.
    ref.current?.focus()
    return close
  }, [])
  useSilence()
  useWakeLock()
  const keepAt = useEffectEvent(onAt)
  useEffect(() => keepAt(at), [at])
  useEffect(() => announce(text), [text])
  const act = (wanted: Act): void => {
    const next = afterAct(show, wanted, steps)
    setGoesOn(next.at > at)
    setShow(next)
  }
  const ticks = mayTick(show, steps)
  useEffect(() => {
    if (!ticks) return undefined
    const timer = setTimeout(() => {
      setGoesOn(true)
      setShow((now) => afterAct(now, 'tick', steps))
    }, paceMs)
    return () => clearTimeout(timer)
  }, [ticks, at, paceMs, steps])

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isPress = event.key === ' ' && event.target instanceof HTMLButtonElement
    const wanted = isPress ? null : actOfKey(event.key)
    if (event.key.toLowerCase() === 'f') void toggleFullScreen()
    if (wanted === null) return
    event.preventDefault()
    act(wanted)
  }

  return (
    <dialog
      ref={ref}
      className={classes.stage}
      tabIndex={-1}
      aria-label={t('reveal.title')}
      data-idle={idle || undefined}
      onKeyDown={onKeyDown}
      onPointerMove={setIdle}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className={classes.head}>
        <h1 className={classes.title}>
          <Name>{reveal.title}</Name>
          {reveal.division !== null && (
            <>
              {' · '}
              <Name>{reveal.division}</Name>
            </>
          )}
        </h1>
        <p className={classes.clock}>
          <bdi dir="ltr">
            {write(Math.min(at, steps.length))}/{write(steps.length)}
          </bdi>
        </p>
      </header>
      <div className={classes.middle}>
        {winner === null ? (
          <Rows reveal={reveal} state={state} moves={goesOn} />
        ) : (
          <Takeover reveal={reveal} place={winner} score={state.rows[winner.place - 1]?.score ?? 0} />
        )}
      </div>
      <footer className={classes.foot}>
        <p className={classes.line}>{text}</p>
        <div className={classes.controls} onPointerDown={(event) => event.preventDefault()}>
          <Button size="small" onClick={() => act('back')}>
            {t('reveal.back')}
          </Button>
          <Button size="small" onClick={() => act('auto')}>
            {auto ? t('reveal.hold') : t('reveal.auto')}
          </Button>
          <span className={classes.small}>
            {t('reveal.pace', { seconds: write(paceMs / 1_000) })} ·{' '}
            {t('reveal.waits', { place: write(waitsFrom) })}
          </span>
          <Button size="small" onClick={onClose}>
            {t('reveal.close')}
          </Button>
          <Button size="small" kind="primary" onClick={() => act('step')}>
            {t('reveal.step')}
          </Button>
        </div>
      </footer>
    </dialog>
  )
}

const toggleFullScreen = async (): Promise<void> => {
  try {
    // No browser does it for a dialog. This one covers the page.
    if (document.fullscreenElement === null) await document.documentElement.requestFullscreen()
    else await document.exitFullscreen()
  } catch {
    // Some browsers refuse it in a frame.
  }
}

/** While it plays, nothing is asked of the server: the machine may be without a network. */
const useSilence = (): void =>
  useEffect(() => {
    const was = onlineManager.isOnline()
    onlineManager.setOnline(false)
    return () => onlineManager.setOnline(was)
  }, [])

const idleMs = 3_000

/** Hides the pointer when it rests. */
const useIdle = (): [boolean, () => void] => {
  const [moved, setMoved] = useState(0)
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    setIdle(false)
    const timer = setTimeout(() => setIdle(true), idleMs)
    return () => clearTimeout(timer)
  }, [moved])
  return [idle, () => setMoved((count) => count + 1)]
}

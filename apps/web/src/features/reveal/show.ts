import type { Step } from '@pennant/rules/reveal/reveal'

export type Show = {
  /** Steps that have been made; one more than there are shows the table after the winner. */
  at: number
  auto: boolean
  /** Of the automatic mode. */
  paceMs: number
  /** From this place on, the automatic mode waits before each. */
  waitsFrom: number
}

export type Act = 'step' | 'back' | 'auto' | 'faster' | 'slower' | 'home' | 'places' | 'tick'

export const firstShow: Show = { at: 0, auto: false, paceMs: 2_000, waitsFrom: 10 }

const paces = [500, 1_000, 1_500, 2_000, 3_000, 4_000, 5_000]
const waits = [10, 5, 3, 20]

export const afterAct = (show: Show, act: Act, steps: readonly Step[]): Show => {
  const most = steps.length + 1
  switch (act) {
    case 'step':
      return { ...show, at: Math.min(show.at + 1, most) }
    case 'tick':
      return mayTick(show, steps) ? { ...show, at: show.at + 1 } : show
    case 'back':
      return { ...show, at: Math.max(show.at - 1, 0), auto: false }
    case 'home':
      return { ...show, at: 0, auto: false }
    case 'auto':
      return { ...show, auto: !show.auto }
    case 'faster':
      return { ...show, paceMs: paces.findLast((pace) => pace < show.paceMs) ?? show.paceMs }
    case 'slower':
      return { ...show, paceMs: paces.find((pace) => pace > show.paceMs) ?? show.paceMs }
    case 'places':
      return { ...show, waitsFrom: waits[(waits.indexOf(show.waitsFrom) + 1) % waits.length] ?? 10 }
  }
}

/** Not at the end, and not before one of the first places. */
export const mayTick = ({ at, auto, waitsFrom }: Show, steps: readonly Step[]): boolean => {
  if (!auto || at >= steps.length) return false
  const before = steps[at - 1]
  return before === undefined || before.kind === 'open' || placesLeft(steps, at) > waitsFrom
}

const placesLeft = (steps: readonly Step[], at: number): number =>
  steps.slice(at).filter(({ kind }) => kind === 'place').length

const keys: Readonly<Record<string, Act>> = {
  ArrowRight: 'step',
  ' ': 'step',
  PageDown: 'step',
  ArrowLeft: 'back',
  PageUp: 'back',
  a: 'auto',
  ArrowUp: 'faster',
  ArrowDown: 'slower',
  Home: 'home',
  n: 'places',
}

export const actOfKey = (key: string): Act | null => keys[key] ?? keys[key.toLowerCase()] ?? null

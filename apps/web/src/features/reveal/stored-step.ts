import { stored } from '../../storage.ts'

/** Of the show that this browser plays, for a reload. */
export type PlayedStep = { show: string; at: number; open: boolean }

const nothing: PlayedStep = { show: '', at: 0, open: false }

const storage = stored(
  'pennant-reveal',
  (text) => {
    const { show, at, open } = JSON.parse(text) as Partial<PlayedStep>
    return typeof show === 'string' && typeof at === 'number' ? { show, at, open: open === true } : nothing
  },
  nothing,
)

export const playedStep = (show: string): PlayedStep => {
  const found = storage.get()
  return found.show === show && Number.isSafeInteger(found.at) ? found : { ...nothing, show }
}

export const keepStep = (step: PlayedStep): void => storage.set(step)

import { createEvent } from './event/create-event.ts'
import type { BenchEvent } from './event/event.ts'
import { type EventSize, sizes } from './event/size.ts'

const halfDay = 43_200_000

export const createRunningEvent = (size: EventSize = sizes.M): BenchEvent => {
  const now = Date.now()
  const event = createEvent({ size, start: now - halfDay })
  return { ...event, submissions: event.submissions.filter(({ time }) => time < now) }
}

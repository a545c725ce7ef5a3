/** A part of a row of things of one size: from the first to before the last. */
export type Span = { first: number; end: number }

type Window = {
  /** How far it is scrolled. */
  offset: number
  /** How much is in sight. */
  extent: number
  /** Of each thing. */
  size: number
  count: number
}

/** Scrolling within a step draws nothing anew. */
const step = 2
/** Drawn ahead of what is in sight, on both sides. */
const ahead = 2

/** What has to be there for a window onto many things of one size. */
export const spanOf = ({ offset, extent, size, count }: Window): Span => {
  const first = Math.floor(Math.max(0, offset) / size)
  const end = Math.ceil((Math.max(0, offset) + extent) / size)
  return {
    first: Math.min(count, Math.max(0, Math.floor((first - ahead) / step) * step)),
    end: Math.min(count, Math.ceil((end + ahead) / step) * step),
  }
}

/** All of a span, and those that stay whatever is in sight. In their order. */
export const indicesOf = ({ first, end }: Span, staying: readonly number[]): number[] => {
  const within = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
  const others = [...new Set(staying)].filter((at) => at >= 0 && (at < first || at >= end))
  return others.length === 0 ? within : [...within, ...others].toSorted((one, other) => one - other)
}

/** How far to scroll so that a thing is in sight; the offset as it is where it is so already. */
export const offsetToShow = (at: number, { offset, extent, size }: Omit<Window, 'count'>): number => {
  const start = at * size
  if (start < offset) return start
  return start + size > offset + extent ? start + size - extent : offset
}

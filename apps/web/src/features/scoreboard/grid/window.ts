/** `end` is exclusive. */
export type Span = { first: number; end: number }

type Window = {
  offset: number
  extent: number
  size: number
  count: number
}

const step = 2
const ahead = 2

export const spanOf = ({ offset, extent, size, count }: Window): Span => {
  const first = Math.floor(Math.max(0, offset) / size)
  const end = Math.ceil((Math.max(0, offset) + extent) / size)
  return {
    first: Math.min(count, Math.max(0, Math.floor((first - ahead) / step) * step)),
    end: Math.min(count, Math.ceil((end + ahead) / step) * step),
  }
}

export const indicesOf = ({ first, end }: Span, staying: readonly number[]): number[] => {
  const within = Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at)
  const others = [...new Set(staying)].filter((at) => at >= 0 && (at < first || at >= end))
  return others.length === 0 ? within : [...within, ...others].toSorted((one, other) => one - other)
}

export const offsetToShow = (at: number, { offset, extent, size }: Omit<Window, 'count'>): number => {
  const start = at * size
  if (start < offset) return start
  return start + size > offset + extent ? start + size - extent : offset
}

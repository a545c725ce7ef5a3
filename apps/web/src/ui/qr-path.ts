type Modules = { size: number; get: (x: number, y: number) => boolean }

/** One rectangle for each run of dark modules in a row. */
export const pathOf = ({ size, get }: Modules): string => {
  let path = ''
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      const start = x
      while (x < size && get(x, y)) x += 1
      if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`
    }
  return path
}

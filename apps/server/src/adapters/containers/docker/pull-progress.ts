export type PullLine = {
  readonly id?: string
  readonly status?: string
  readonly progressDetail?: { readonly current?: number; readonly total?: number }
  readonly error?: string
  readonly errorDetail?: { readonly message?: string }
}

type Layer = { total: number | null; loaded: number; unpacked: number; isDone: boolean }

/** Loading and unpacking count half each. A layer of unknown size counts as the average of the others. */
export const createPullProgress = () => {
  const layers = new Map<string, Layer>()
  let told = 0

  const take = ({ id, status = '', progressDetail = {} }: PullLine): void => {
    if (id === undefined || !layerStatus.test(status)) return
    const layer = layers.get(id) ?? { total: null, loaded: 0, unpacked: 0, isDone: false }
    layers.set(id, layer)
    const { current = 0, total } = progressDetail
    if (total !== undefined && total > 0) layer.total = total
    if (status === 'Downloading') layer.loaded = current
    if (status === 'Extracting') layer.unpacked = current
    if (/^(Download complete|Verifying Checksum|Extracting)$/.test(status))
      layer.loaded = layer.total ?? layer.loaded
    if (status === 'Pull complete') layer.isDone = true
  }

  return {
    /** Never falls. Null while no layer's size is known. */
    next(line: PullLine): number | null {
      take(line)
      const share = shareOf([...layers.values()])
      if (share === null) return told > 0 ? told : null
      told = Math.max(told, share)
      return told
    },
  }
}

const layerStatus =
  /^(Pulling fs layer|Waiting|Downloading|Download complete|Verifying Checksum|Extracting|Pull complete)$/

const shareOf = (layers: readonly Layer[]): number | null => {
  const sizes = layers.flatMap(({ total }) => total ?? [])
  if (sizes.length === 0) return null
  const average = sizes.reduce((sum, size) => sum + size, 0) / sizes.length
  let all = 0
  let done = 0
  for (const { total, loaded, unpacked, isDone } of layers) {
    const size = total ?? average
    all += size
    done += isDone ? size : Math.min(size, (Math.min(loaded, size) + Math.min(unpacked, size)) / 2)
  }
  return Math.min(1, done / all)
}

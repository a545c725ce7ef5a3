const words = (...values: [size: 1 | 2 | 4, value: number][]): Buffer =>
  Buffer.concat(
    values.map(([size, value]) => {
      const bytes = Buffer.alloc(size)
      if (value < 0) bytes.writeIntLE(value, 0, size)
      else bytes.writeUIntLE(value, 0, size)
      return bytes
    }),
  )

export type BmpParts = {
  width: number
  /** Negative: rows start at the top. */
  height: number
  depth: number
  rows: string
  palette?: string
  headerSize?: number
  compression?: number
  masks?: number[]
}

export const bmp = (parts: BmpParts): Buffer<ArrayBuffer> => {
  const { width, height, depth, rows, palette = '', headerSize = 40, compression = 0, masks = [] } = parts
  const colors = Buffer.from(palette, 'hex')
  const fields = words(
    [4, headerSize],
    [4, width],
    [4, height],
    [2, 1],
    [2, depth],
    [4, compression],
    [4, 0],
    [4, 0],
    [4, 0],
    [4, colors.length / 4],
    [4, 0],
  )
  const bitFields = words(...masks.map((mask): [4, number] => [4, mask]))
  const rest = Buffer.alloc(Math.max(headerSize - 40 - bitFields.length, 0))
  const head = Buffer.concat([fields, bitFields, rest, colors])
  const pixels = Buffer.from(rows, 'hex')
  const offset = 14 + head.length
  const file = words([2, 0x4d42], [4, offset + pixels.length], [4, 0], [4, offset])
  return Buffer.concat([file, head, pixels])
}

export type TgaParts = {
  width: number
  height: number
  kind: number
  bits: number
  flags?: number
  pixels: string
  map?: { bits: number; first?: number; colors: string }
  id?: string
  footer?: boolean
}

export const tga = ({
  width,
  height,
  kind,
  bits,
  flags = 32,
  pixels,
  map,
  id = '',
  footer = false,
}: TgaParts) => {
  const colors = Buffer.from(map?.colors ?? '', 'hex')
  const mapBits = map?.bits ?? 0
  return Buffer.concat([
    words([1, id.length], [1, map === undefined ? 0 : 1], [1, kind], [2, map?.first ?? 0]),
    words([2, mapBits === 0 ? 0 : colors.length / Math.ceil(mapBits / 8)], [1, mapBits], [4, 0]),
    words([2, width], [2, height], [1, bits], [1, flags]),
    Buffer.from(id, 'latin1'),
    colors,
    Buffer.from(pixels, 'hex'),
    Buffer.from(footer ? `${'\0'.repeat(8)}TRUEVISION-XFILE.\0` : '', 'latin1'),
  ])
}

export const qoi = (width: number, height: number, channels: number, chunks: string): Buffer<ArrayBuffer> => {
  const head = Buffer.alloc(14)
  head.write('qoif', 'latin1')
  head.writeUInt32BE(width, 4)
  head.writeUInt32BE(height, 8)
  head[12] = channels
  return Buffer.concat([head, Buffer.from(`${chunks}0000000000000001`, 'hex')])
}

export const pnm = (head: string, raster = ''): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(raster, 'hex')])

export const oldImages: Record<string, Buffer<ArrayBuffer>> = {
  bmp: bmp({ width: 2, height: 1, depth: 24, rows: '0000ffff00000000' }),
  'bmp with a palette': bmp({ width: 2, height: 1, depth: 4, palette: '0000ff00ff000000', rows: '01000000' }),
  'ppm in words': pnm('P3 2 1 255 255 0 0 0 0 255\n'),
  ppm: pnm('P6 2 1 255\n', 'ff00000000ff'),
  qoi: qoi(2, 1, 4, 'feff0000fe0000ff'),
  tga: tga({ width: 2, height: 1, kind: 2, bits: 24, pixels: '0000ffff0000' }),
  'tga in runs, with a footer': tga({
    width: 2,
    height: 1,
    kind: 10,
    bits: 24,
    pixels: '010000ffff0000',
    footer: true,
  }),
}

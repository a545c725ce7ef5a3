declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2'
    /** Leaves out glyphs that only typographic features reach. */
    noLayoutClosure?: boolean
    variationAxes?: Record<string, { min: number; max: number }>
  }
  const subsetFont: (font: Buffer, text: string, options: Options) => Promise<Buffer>
  export default subsetFont
}

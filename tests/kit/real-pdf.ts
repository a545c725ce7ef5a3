/** In hexadecimal; documents name the character set without embedding it. */
export type ForeignLine = { shiftJis: string }

const foreignFont = [
  '<< /Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /90ms-RKSJ-H /DescendantFonts [5 0 R] >>',
  '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light /FontDescriptor 6 0 R ' +
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>',
  '<< /Type /FontDescriptor /FontName /Ryumin-Light /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 ' +
    '/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>',
]

export const realPdf = (lines: readonly (string | ForeignLine)[]): Buffer => {
  const pages = lines.map((_, index) => 7 + index * 2)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] /Count ${lines.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...foreignFont,
    ...lines.flatMap((line, index) => {
      const [font, text] =
        typeof line === 'string'
          ? ['F1', `(${line.replaceAll(/[\\()]/g, '\\$&')})`]
          : ['F2', `<${line.shiftJis}>`]
      const content = `BT /${font} 24 Tf 72 700 Td ${text} Tj ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${(pages[index] ?? 0) + 1} 0 R ` +
          '/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>',
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let text = '%PDF-1.7\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const start = text.length
  const count = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}` +
      `trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  )
}

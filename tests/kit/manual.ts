import { readFile } from 'node:fs/promises'

/** The code of a language in a part of the organizer's manual; fails unless there is exactly one block of it. */
export const manualCode = async (heading: string, language: string): Promise<string> => {
  const manual = await readFile(new URL('../../docs/organiser/README.md', import.meta.url), 'utf8')
  const part = manual.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))
  const blocks = [...(part ?? '').matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter(
    ([, name]) => name === language,
  )
  const [block] = blocks
  if (block === undefined || blocks.length > 1)
    throw new Error(`the manual has ${blocks.length} blocks of ${language} under "${heading}"`)
  return block[2] ?? ''
}

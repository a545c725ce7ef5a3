import { readFile } from 'node:fs/promises'

type Page = 'organiser/README.md' | 'organiser/instances.md' | `operator/${OperatorPage}.md` | 'tunnel.md'
type OperatorPage =
  | 'administrator'
  | 'backup'
  | 'captures'
  | 'command-line'
  | 'compose'
  | 'docker'
  | 'doctor'
  | 'game-day'
  | 'https'
  | 'install'
  | 'instances'
  | 'keys'
  | 'limits'
  | 'logs'
  | 'move-in'
  | 'proxy'
  | 'rehearse'
  | 'several'
  | 'systemd'
  | 'troubleshooting'

export const manualPage = (page: Page): Promise<string> =>
  readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8')

export const manualBlocks = async (
  heading: string,
  language: string,
  page: Page = 'organiser/README.md',
): Promise<string[]> => {
  const manual = await manualPage(page)
  const part = manual.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))
  return [...(part ?? '').matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, name]) => name === language)
    .map(([, , code = '']) => code)
}

export const manualCode = async (heading: string, language: string, page?: Page): Promise<string> => {
  const blocks = await manualBlocks(heading, language, page)
  const [block] = blocks
  if (block === undefined || blocks.length > 1)
    throw new Error(`the manual has ${blocks.length} blocks of ${language} under "${heading}"`)
  return block
}

export const manualText = async (page: Page): Promise<string> => (await manualPage(page)).replace(/\s+/g, ' ')

export type ManualStep = { readonly heading: string; readonly language: string; readonly code: string }

/** All blocks of a page, those in lists, too. */
export const manualSteps = async (page: Page): Promise<ManualStep[]> =>
  (await manualPage(page)).split(/^## /m).flatMap((section) =>
    [...section.matchAll(/^( *)```(\w+)\n([^]*?)^\1```$/gm)].map(
      ([, indent = '', language = '', code = '']) => ({
        heading: section.slice(0, section.indexOf('\n')),
        language,
        code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }),
    ),
  )

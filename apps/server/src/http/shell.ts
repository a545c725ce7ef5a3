import { randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Shell } from './fallback.ts'
import { contentSecurityPolicy } from './headers.ts'
import { escapeHtml } from './html.ts'

type Needs = {
  root: string | null
  title: () => string
  description: () => string
  language: (acceptLanguage: string | undefined) => string
}

const placeholders = /%(title|description|lang|nonce)%/g
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const createShell = async ({ root, title, description, language }: Needs): Promise<Shell> => {
  const template = root === null ? null : await readTemplate(join(root, 'index.html'))
  return {
    staticRoot: template === null || root === null ? null : join(root, 'static'),
    async page({ acceptLanguage }) {
      if (template === null) return null
      const nonce = Array.from({ length: 12 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
      const values: Record<string, string> = {
        title: escapeHtml(title()),
        description: escapeHtml(description()),
        lang: language(acceptLanguage),
        nonce,
      }
      const html = template.replace(placeholders, (whole, name: string) => values[name] ?? whole)
      return { html, csp: contentSecurityPolicy(nonce) }
    },
  }
}

const readTemplate = async (path: string): Promise<string | null> => {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

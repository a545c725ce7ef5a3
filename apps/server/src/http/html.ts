export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Filling = string | number | Html | false | null | undefined | readonly Filling[]

export const html = (parts: TemplateStringsArray, ...fillings: readonly Filling[]): Html =>
  new Html(parts.map((part, index) => part + write(fillings[index])).join(''))

const write = (filling: Filling): string => {
  if (filling === null || filling === undefined || filling === false) return ''
  if (filling instanceof Html) return filling.text
  if (typeof filling === 'object') return filling.map(write).join('')
  return escapeHtml(String(filling))
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)

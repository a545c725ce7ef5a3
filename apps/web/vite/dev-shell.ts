import type { Plugin } from 'vite'

const values: Readonly<Record<string, string>> = {
  title: 'Pennant::CTF',
  description: 'Pennant, served by Vite',
  lang: 'en-us',
  nonce: 'development',
}

/** Otherwise the server fills the placeholders for each visitor. */
export const devShell = (): Plugin => ({
  name: 'pennant:dev-shell',
  apply: 'serve',
  transformIndexHtml: {
    order: 'post',
    handler: (html) => html.replace(/%(\w+)%/g, (whole, name: string) => values[name] ?? whole),
  },
})

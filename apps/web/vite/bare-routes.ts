import { type Expression, parseSync, Visitor } from 'oxc-parser'
import type { Plugin } from 'vite'

type Cut = { start: number; end: number; text: string }

const kept = new Set(['method', 'path', 'answer'])

/** The checks are for the server. Without them the schemas are unused, and dropped. */
export const bareRoutes = (): Plugin => ({
  name: 'pennant:bare-routes',
  apply: 'build',
  transform: {
    filter: { id: /\/packages\/contract\/src\/[\w-]+\.ts$/ },
    handler(code, id) {
      const { program } = parseSync(id, code)
      const cuts: Cut[] = []
      new Visitor({
        CallExpression({ callee, arguments: [declared] }) {
          if (callee.type !== 'Identifier' || callee.name !== 'route') return
          if (declared?.type !== 'ObjectExpression') return
          for (const property of declared.properties) {
            if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
            const { start, end, key, value } = property
            if (key.name === 'upload') cuts.push(...othersThanField(value))
            // Of answers, the client needs to know only where there is none.
            else if (!kept.has(key.name) || (key.name === 'answer' && value.type !== 'Literal'))
              cuts.push({ start, end, text: '...null' })
          }
        },
      }).visit(program)
      if (cuts.length === 0) return undefined
      let bare = code
      for (const { start, end, text } of cuts.toSorted((one, other) => other.start - one.start))
        bare = bare.slice(0, start) + text + bare.slice(end)
      return { code: bare, map: null }
    },
  },
})

const othersThanField = (upload: Expression): Cut[] =>
  upload.type !== 'ObjectExpression'
    ? []
    : upload.properties.flatMap((property) => {
        const { start, end } = property
        const isField =
          property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === 'field'
        return isField ? [] : [{ start, end, text: '...null' }]
      })

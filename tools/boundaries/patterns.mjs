// @ts-check
/**
 * `packages/contract/src/team.ts` → `contract/team.ts`, `apps/server/src/app.ts` → `server/app.ts`.
 *
 * @param {string} file
 */
export function shortPath(file) {
  return file.replace(/^(?:packages|apps)\/([^/]+)\/src(\/|$)/, '$1$2')
}

/**
 * @param {string} pattern
 * @param {string} file
 * @returns {string | undefined} the part of `file` that the pattern names: `server/modules/*` names
 *   `server/modules/team` in `server/modules/team/store.ts`
 */
export function covered(pattern, file) {
  const wanted = pattern.split('/')
  const given = file.split('/')
  if (given.length < wanted.length) return undefined
  const fits = wanted.every((part, index) => fitsName(part, given[index] ?? ''))
  return fits ? given.slice(0, wanted.length).join('/') : undefined
}

/**
 * @param {string} pattern
 * @param {string} name
 */
function fitsName(pattern, name) {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return pattern === name
  return name.length >= before.length + after.length && name.startsWith(before) && name.endsWith(after)
}

/**
 * @param {string} entry a pattern, or `type ` and a pattern
 * @returns {{ pattern: string, typesOnly: boolean }}
 */
export function readEntry(entry) {
  const typesOnly = entry.startsWith('type ')
  return { pattern: typesOnly ? entry.slice('type '.length) : entry, typesOnly }
}

// @ts-check
import { ReleaseFault } from './fault.mjs'
import { isEmail } from './options.mjs'

const unreleased = /^## Unreleased\n([^]*?)(?=^## |$(?![^]))/m
const contactOfRelease = 'Write to the address in the `SECURITY.md` of your release.'

/**
 * What was unreleased is the release's section.
 *
 * @param {string} changelog
 * @param {string} version
 * @param {Date} date
 */
export function changelogOf(changelog, version, date) {
  const section = unreleased.exec(changelog)?.[1] ?? ''
  if (!/^- /m.test(section))
    throw new ReleaseFault(
      'Nothing is listed under Unreleased in CHANGELOG.md, so there is nothing to release.',
    )
  if (changelog.split('\n').some((line) => line.startsWith(`## ${version} `)))
    throw new ReleaseFault(`CHANGELOG.md has ${version} already: set the next version in package.json.`)
  return changelog.replace('## Unreleased\n', `## ${version} - ${date.toISOString().slice(0, 10)}\n`)
}

/**
 * @param {string} security
 * @param {string} contact
 */
export function securityOf(security, contact) {
  if (!security.includes(contactOfRelease))
    throw new ReleaseFault(`SECURITY.md has no place for the contact: it lacks “${contactOfRelease}”`)
  const words = isEmail(contact) ? `Write to <${contact}>.` : `Report it at <${contact}>.`
  return security.replace(contactOfRelease, () => words)
}

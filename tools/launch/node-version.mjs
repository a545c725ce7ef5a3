// @ts-check

/**
 * 22.0 to 22.11 and 21 lack what the bundler needs (loading ES modules by `require`).
 *
 * @param {string} version
 * @returns {string | undefined}
 */
export function nodeComplaint(version) {
  const parts = version.split('.').map(Number)
  const major = parts[0] || 0
  const minor = parts[1] || 0
  if (major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return undefined
  return (
    'Pennant needs Node.js 20.19 or a later 20.x, or 22.12 and newer; this is ' +
    version +
    ' (' +
    process.execPath +
    ').\nInstall a current Node.js (https://nodejs.org) and start again.'
  )
}

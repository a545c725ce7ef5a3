import path from 'node:path'

/** A small installation of the compatible platform: its database, files, settings, and what its own API said. */
export const fixture = path.join(import.meta.dirname, '../fixtures/compatible-installation')

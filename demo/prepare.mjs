// @ts-check
import path from 'node:path'
import { prepareImages } from './images.mjs'

/**
 * What to do before the server starts.
 *
 * @param {string} folder  gets the data, apart from all real data
 */
export async function prepareDemo(folder) {
  process.env['PENNANT_DATA_DIR'] ??= path.join(folder, 'demo-data')
  // Defaults to this machine only.
  process.env['PENNANT_HOST'] ??= '127.0.0.1'
  // Days pass in a minute, which would flood the log.
  process.env['PENNANT_LOG_LEVEL'] ??= 'warn'
  await prepareImages({ env: process.env, say: (line) => console.log(line) })
}

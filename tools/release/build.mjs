// @ts-check
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { bundleServer } from './bundle-server.mjs'

const run = promisify(execFile)

/**
 * Apart from what `npm start` has built in the clone.
 *
 * @param {string} root
 * @param {string} folder
 * @returns {Promise<{ server: string, client: string, tunnel: string }>}
 */
export async function buildAll(root, folder) {
  const built = (/** @type {string} */ name) => path.join(folder, name)
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const bundle = (/** @type {string} */ app, /** @type {string} */ outDir) =>
    run(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', outDir, '--emptyOutDir'], {
      cwd: path.join(root, 'apps', app),
      env: { ...process.env, NODE_ENV: 'production' },
    })
  await bundleServer(root, built('server'))
  await bundle('web', built('client'))
  await bundle('tunnel', built('tunnel'))
  return { server: built('server'), client: built('client'), tunnel: built('tunnel') }
}

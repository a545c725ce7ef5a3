// @ts-check
import path from 'node:path'
import { build } from 'vite'
import { nativeNames } from './native-parts.mjs'

/** Parts of packages that do without them. */
const absent = ['bufferutil', 'cpu-features', 'pg-native', 'utf-8-validate']

/**
 * Native code that npm may have built for a bundled package, which does without it: whether a compiler was there must not
 * make another release.
 *
 * @type {import('vite').Plugin}
 */
const withoutBuilt = {
  name: 'without-built',
  enforce: 'pre',
  resolveId: (source) =>
    source.endsWith('.node') ? { id: source.slice(source.lastIndexOf('/') + 1), external: true } : null,
}

const conditions = ['source', 'node', 'module', 'production']

/**
 * One folder of modules instead of hundreds of packages: `main.js`, `run.js` for the demo, and what they share
 * or load later.
 *
 * @param {string} root
 * @param {string} outDir
 */
export const bundleServer = (root, outDir) =>
  build({
    root,
    configFile: false,
    plugins: [withoutBuilt],
    logLevel: 'warn',
    mode: 'production',
    // What packages in the CommonJS format expect of each module.
    define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
    resolve: { conditions },
    ssr: {
      noExternal: true,
      external: nativeNames,
      target: 'node',
      resolve: { conditions },
    },
    build: {
      ssr: true,
      target: 'node20',
      outDir,
      emptyOutDir: true,
      minify: false,
      sourcemap: true,
      copyPublicDir: false,
      reportCompressedSize: false,
      // Packages ask for their license to come with them.
      license: { fileName: 'licenses.txt' },
      rolldownOptions: {
        // Names in comments begin here, wherever the build was started.
        cwd: root,
        // The last is a process of its own, which players of a rehearsal share.
        input: ['apps/server/src/main.ts', 'apps/server/src/run.ts', 'packages/load/src/play-child.ts'],
        external: absent,
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].[hash:8].js',
          sourcemapPathTransform: (source, map) =>
            path.relative(root, path.resolve(path.dirname(map), source)).replaceAll(path.sep, '/'),
        },
      },
    },
  })

// @ts-check
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { prepare } from '../launch/prepare.mjs'
import { writeArchive } from './archive.mjs'
import { buildAll } from './build.mjs'
import { signChecksums, writeChecksums } from './checksums.mjs'
import { commonEntries, demoEntries, nativeEntries } from './contents.mjs'
import { ReleaseFault } from './fault.mjs'
import { fetchParts } from './fetch-parts.mjs'
import { nativeParts } from './native-parts.mjs'
import { readOptions } from './options.mjs'
import { pinImages } from './pins.mjs'
import { sbomOf } from './sbom.mjs'
import { readSource } from './source.mjs'
import { targets } from './targets.mjs'

const root = path.join(import.meta.dirname, '../..')

/** @param {string} line */
const say = (line) => console.log(line)

/** @param {string[]} args */
export async function release(args) {
  try {
    await make(readOptions(args))
  } catch (error) {
    if (!(error instanceof ReleaseFault)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

/** @param {import('./options.mjs').Options} options */
async function make({ contact, targets: names, pins, signingKey, out }) {
  const source = readSource(root)
  await prepare(root, { build: false, verbose: false, say })
  const work = mkdtempSync(path.join(tmpdir(), 'pennant-release-'))
  try {
    const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
    const natives = names.map((target) => {
      const parts = nativeParts(packages, targets.get(target) ?? null)
      const folder = fetchParts(root, parts, { target, folder: path.join(work, target) })
      return { target, entries: nativeEntries(folder, parts) }
    })
    say('Building ...')
    const built = await buildAll(root, path.join(work, 'built'))
    const { entries: common, left } = pinImages(
      commonEntries(source, built, { contact, sbom: sbomOf(source) }),
      pins,
    )
    if (left.length > 0) say(`Named by a tag that can change: ${left.join(', ')}. Pin them with --pin.`)
    const archives = [
      ...natives.map(({ target, entries }) => ({
        file: `pennant-${source.version}-${target}.tar.gz`,
        entries: [...common, ...entries],
      })),
      { file: `pennant-demo-${source.version}.tar.gz`, entries: demoEntries(source) },
    ]
    mkdirSync(out, { recursive: true })
    for (const { file, entries } of archives) {
      say(`Packing ${file} ...`)
      await writeArchive(path.join(out, file), within(`pennant-${source.version}`, entries), source.date)
    }
    for (const line of writeChecksums(out, archives.map(({ file }) => file).toSorted())) say(line)
    if (signingKey === null) return say('This release is unsigned: it has no SHA256SUMS.sig.')
    signChecksums(out, signingKey)
    say('Signed: SHA256SUMS.sig')
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/**
 * @param {string} folder
 * @param {import('./archive.mjs').Entry[]} entries
 */
const within = (folder, entries) => entries.map((entry) => ({ ...entry, name: `${folder}/${entry.name}` }))

import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)

/** Blocks that a reader types are `sh`; what no test can run is `text`, and the page says so. */
const runBy: Record<string, string> = {
  'administrator.md': 'tests/ops/operator-manual.test.ts',
  'backup.md': 'tests/ops/manual.test.ts',
  'captures.md': 'apps/server/src/relay/recorder/manual.test.ts',
  'command-line.md': 'tests/ops/command-line.test.ts',
  'compose.md': 'tests/ops/deploy/deploy.docker.test.ts',
  'docker.md': 'apps/server/src/adapters/containers/docker/guard.docker.test.ts',
  'doctor.md': 'tests/ops/operator-manual.test.ts',
  'game-day.md': 'tests/ops/operator-manual.test.ts',
  'install.md': 'tests/ops/release.test.ts',
  'keys.md': 'tests/ops/operator-manual.test.ts',
  'logs.md': 'tests/ops/operator-manual.test.ts',
  'move-in.md': 'tests/ops/move-in.test.ts',
  'proxy.md': 'tests/ops/installed-files.test.ts',
  'rehearse.md': 'tests/ops/rehearsal.test.ts',
  'several.md': 'tests/ops/operator-manual.test.ts',
  'systemd.md': 'tests/ops/installed-files.test.ts',
}

it('every page of the operator’s manual that has commands has a test that runs them', async () => {
  const folder = new URL('docs/operator/', root)
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const withCommands: string[] = []
  for (const page of pages)
    if (/^ *```(sh|bash|shell|console)$/m.test(await readFile(new URL(page, folder), 'utf8')))
      withCommands.push(page)
  expect(withCommands.toSorted()).toEqual(Object.keys(runBy))
  for (const [page, test] of Object.entries(runBy))
    expect(await readFile(new URL(test, root), 'utf8'), test).toContain(`operator/${page}`)
})

/** As GitHub makes them of headings. */
const anchorsOf = (page: string): string[] =>
  [...page.replaceAll(/```[^]*?```/g, '').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )

it('every link of the manuals leads to a page, and to a heading of it', async () => {
  const folder = new URL('docs/', root)
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.md'))
  const read = (url: URL): Promise<string | null> => readFile(url, 'utf8').catch(() => null)
  const lost: string[] = []
  for (const name of names) {
    const url = new URL(name, folder)
    const page = (await read(url)) ?? ''
    for (const [, link = ''] of page.replaceAll(/```[^]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue
      const target = await read(new URL(link, url))
      const anchor = new URL(link, url).hash.slice(1)
      if (target === null || (anchor !== '' && !anchorsOf(target).includes(anchor)))
        lost.push(`${name}: ${link}`)
    }
  }
  expect(lost).toEqual([])
})

import { Readable } from 'node:stream'
import { pack, type Header } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { programsIn } from './set-user-id.ts'

type File = Partial<Header> & { name: string }

const found = async (...files: File[]): Promise<string[]> => {
  const archive = pack()
  for (const file of files)
    if (file.type === undefined) archive.entry({ mode: 0o755, ...file }, 'program')
    else archive.entry(file)
  archive.finalize()
  const names: string[] = []
  await programsIn(Readable.from(archive), new AbortController().signal, (name) => void names.push(name))
  return names
}

describe('programs that change user', () => {
  it('are those with the bits for user or group, and with capabilities of their own', async () => {
    expect(
      await found(
        { name: 'readflag', mode: 0o4755 },
        { name: './usr/bin/teller', mode: 0o2711 },
        { name: 'usr/bin/raw', pax: { 'SCHILY.xattr.security.capability': 'x' } },
        { name: 'usr/bin/plain' },
      ),
    ).toEqual(['/readflag', '/usr/bin/teller', '/usr/bin/raw'])
  })

  it('are not data, folders or links', async () => {
    expect(
      await found(
        { name: 'data', mode: 0o4644 },
        { name: 'folder', mode: 0o2755, type: 'directory' },
        { name: 'link', mode: 0o4777, type: 'symlink', linkname: 'readflag' },
      ),
    ).toEqual([])
  })

  it('are not named where they are part of every base image', async () => {
    const names = ['bin/su', 'usr/bin/passwd', 'usr/bin/mount', 'usr/sbin/unix_chkpwd', 'bin/bbsuid']
    expect(await found(...names.map((name) => ({ name, mode: 0o4755 })))).toEqual([])
    expect(await found({ name: 'usr/bin/sudo', mode: 0o4755 })).toEqual(['/usr/bin/sudo'])
    expect(await found({ name: 'home/ctf/su', mode: 0o4755 })).toEqual(['/home/ctf/su'])
  })

  it('are no longer looked for once nobody waits', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(
      programsIn(new Readable({ read: () => undefined }), signal, () => undefined),
    ).rejects.toThrow('enough')
  })

  it.each(['before anything has come', 'while it waits for more', 'as soon as a file begins'])(
    'are not looked for any longer once that is over, %s',
    async (when) => {
      const over = new AbortController()
      const end = (): void => over.abort(new Error('it is over'))
      const archive = pack()
      archive.entry({ name: 'readflag', mode: 0o4755 }, 'program')
      archive.entry({ name: 'large', size: 100_000 }).write(Buffer.alloc(50_000))
      const files = new Readable({ read: () => undefined })
      archive.on('data', (chunk) => files.push(chunk))
      if (when === 'before anything has come') end()
      const searched = programsIn(files, over.signal, () => {
        if (when === 'as soon as a file begins') end()
        else setImmediate(end)
      })
      await expect(searched).rejects.toThrow('it is over')
      archive.destroy()
    },
  )

  it('are not looked for any longer where the daemon breaks off', async () => {
    const archive = pack()
    archive.entry({ name: 'large', size: 100_000 }).write(Buffer.alloc(50_000))
    const files = new Readable({ read: () => undefined })
    archive.on('data', (chunk) => files.push(chunk))
    const searched = programsIn(files, new AbortController().signal, () => undefined)
    setImmediate(() => files.destroy(new Error('socket hang up')))
    await expect(searched).rejects.toThrow('socket hang up')
    archive.destroy()
  })
})

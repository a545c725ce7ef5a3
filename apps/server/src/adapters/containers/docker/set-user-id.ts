import { once } from 'node:events'
import { Readable } from 'node:stream'
import { extract, type Extract, type Header } from 'tar-stream'
import type { Remark } from '../../../ports/containers.ts'
import type { Daemon } from './daemon.ts'

const mostBytes = 2 ** 30
const withinMs = 15_000
const mostNamed = 5

const setUserOrGroup = 0o6000
const executable = 0o111

// Part of almost every base image, and no way to a flag.
const usual =
  /^(usr\/)?(local\/)?s?bin\/(su|passwd|chsh|chfn|chage|gpasswd|newgrp|expiry|mount|umount|wall|write|ssh-agent|crontab|bbsuid|unix_chkpwd|pam_extrausers_chkpwd)$|^usr\/(lib|libexec)\/(openssh\/ssh-keysign|dbus-1\.0\/dbus-daemon-launch-helper)$/

/** Reports what is larger than a gigabyte or takes too long as not searched. */
export const setUserIdRemarks = async (
  daemon: Daemon,
  id: string,
  signal: AbortSignal,
): Promise<Remark[]> => {
  const enough = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
  const found: string[] = []
  try {
    const files = await daemon.ask((docker) => docker.getContainer(id).export(), {
      withinMs,
      onLate: destroy,
    })
    await programsIn(files, enough, (name) => void found.push(name))
  } catch {
    signal.throwIfAborted()
    if (found.length === 0) return [{ code: 'NotSearched', values: [] }]
  }
  return found.length === 0 ? [] : [{ code: 'SetUserId', values: found.slice(0, mostNamed) }]
}

export const programsIn = async (
  files: NodeJS.ReadableStream,
  signal: AbortSignal,
  tell: (path: string) => void,
): Promise<void> => {
  signal.throwIfAborted()
  // Fed by hand: a pipeline into it that aborts throws where nothing can catch.
  const archive = extract()
  archive.on('error', () => undefined)
  const fed = feed(archive, files).catch((error: unknown) =>
    archive.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  const stop = (): void => {
    destroy(files)
    archive.destroy(signal.reason as Error)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    for await (const entry of archive) {
      const path = entry.header.name.replace(/^(\.?\/)+/, '')
      if (changesUser(entry.header) && !usual.test(path)) tell(`/${path}`)
      entry.resume()
    }
    await fed
  } finally {
    signal.removeEventListener('abort', stop)
    destroy(files)
  }
}

const feed = async (archive: Extract, files: NodeJS.ReadableStream): Promise<void> => {
  let read = 0
  for await (const chunk of files) {
    read += chunk.length
    if (read > mostBytes) throw new Error('too many files to check')
    if (!archive.write(chunk)) await once(archive, 'drain')
  }
  archive.end(undefined)
}

const destroy = (files: NodeJS.ReadableStream): void => {
  if (files instanceof Readable) files.destroy()
}

const changesUser = ({ mode, type, pax }: Pick<Header, 'mode' | 'type' | 'pax'>): boolean => {
  if (type !== 'file' && type !== 'link') return false
  const hasCapabilities = typeof pax === 'object' && pax !== null && 'SCHILY.xattr.security.capability' in pax
  return hasCapabilities || ((mode & setUserOrGroup) !== 0 && (mode & executable) !== 0)
}

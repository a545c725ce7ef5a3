// @ts-check
import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'

const backup = readFileSync(new URL('files/ferry-notes.ab', import.meta.url))
const archive = inflateSync(backup.subarray('ANDROID BACKUP\n5\n1\nnone\n'.length))
/** @type {Map<string, Buffer>} */
const files = new Map()
for (let at = 0; archive[at] !== 0; ) {
  const size = Number.parseInt(archive.toString('latin1', at + 124, at + 135), 8)
  const name = archive.toString('latin1', at, at + 100).replaceAll('\0', '')
  files.set(name.replace(/.*\//, ''), archive.subarray(at + 512, at + 512 + size))
  at += 512 + Math.ceil(size / 512) * 512
}

const preferences = String(files.get('lock.xml'))
/** @param {string} name */
const preference = (name) => new RegExp(`name="${name}">([^<]*)<`).exec(preferences)?.[1] ?? ''
const salt = Buffer.from(preference('pin_salt'), 'hex')
const pin = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0')).find(
  (digits) => createHash('sha256').update(salt).update(digits).digest('hex') === preference('pin_check'),
)

const locked = files.get('0003-locked.bin') ?? Buffer.alloc(0)
const key = pbkdf2Sync(pin ?? '', salt, 2000, 32, 'sha1')
const cipher = createDecipheriv('aes-256-cbc', key, locked.subarray(0, 16))
const note = Buffer.concat([cipher.update(locked.subarray(16)), cipher.final()]).toString()
console.log(/flag\{\w+\}/.exec(note)?.[0])

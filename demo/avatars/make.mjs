// @ts-check
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { drawAvatar } from '../avatar.mjs'
import { readSampleEvent } from '../sample-event.mjs'

/** The server accepts no SVG, which may contain scripts. */
for (const [place, { name }] of readSampleEvent().teams.entries()) {
  const image = await sharp(Buffer.from(drawAvatar(name)))
    .resize(256, 256)
    .webp({ quality: 80 })
    .toBuffer()
  writeFileSync(path.join(import.meta.dirname, `${place + 1}.webp`), image)
}

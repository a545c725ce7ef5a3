// @ts-check
/** Paints `poster.webp`: `node demo/poster/main.mjs`. */
import path from 'node:path'
import sharp from 'sharp'
import { drawPoster } from './draw.mjs'

const target = path.join(import.meta.dirname, '../poster.webp')
const { size } = await sharp(Buffer.from(drawPoster())).webp({ quality: 84, effort: 6 }).toFile(target)
console.log(`poster.webp: ${size} bytes`)

import { limits } from '@pennant/contract/limit'
import { truncate } from '../text/truncate.ts'

export const safeFileName = (name: string): string => {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = last
    .replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g, '')
    .replace(/[<>:"|?*]/g, '_')
    .trim()
  const kept = /^\.*$/.test(plain) ? 'file' : plain
  return shorten(kept, limits.fileName)
}

/** Cuts in the middle, so that the extension stays. */
const shorten = (name: string, max: number): string => {
  if (name.length <= max) return name
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : ''
  return truncate(name, max - extension.length) + extension
}

import sharp from 'sharp'

type Size = { width?: number; height?: number; color?: string }

export const samplePng = async ({
  width = 40,
  height = 20,
  color = '#2fb6a3',
}: Size = {}): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: color } })
      .png()
      .toBuffer(),
  )

import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { pngChunk as chunk, withChunks } from '../../../testing/hostile-images.ts'
import { withoutAncillaryChunks } from './png-reader.ts'

const blank = () =>
  sharp({ create: { width: 8, height: 8, channels: 4, background: '#12345680' } })
    .png()
    .toBuffer()

const pictureWith = async (chunks: readonly Buffer[]) => withChunks(await blank(), ...chunks)

test('texts of a picture that are packed small and unpack to much are gone before it is decoded, and the picture is the same', async () => {
  const packed = deflateSync(Buffer.alloc(6_000_000))
  const text = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), packed]))
  const hostile = await pictureWith(Array.from({ length: 40 }, () => text))
  const clean = withoutAncillaryChunks(hostile)
  expect(clean.length).toBeLessThan(2000)
  const pixels = (png: Buffer) => sharp(png).raw().toBuffer()
  expect(await pixels(clean)).toEqual(await pixels(await blank()))
})

test('a large profile goes, a small one stays', async () => {
  const [small, large] = [1000, 100_000].map((bytes) => chunk('iCCP', Buffer.alloc(bytes)))
  const clean = withoutAncillaryChunks(await pictureWith([small ?? Buffer.of(), large ?? Buffer.of()]))
  expect(clean.length).toBeGreaterThan(1000)
  expect(clean.length).toBeLessThan(3000)
})

test('a truncated file, or one that is no picture, is left to the decoder', async () => {
  const png = await blank()
  expect(withoutAncillaryChunks(png.subarray(0, 50)).length).toBeLessThanOrEqual(50)
  expect(withoutAncillaryChunks(Buffer.from('no picture')).length).toBe(8)
})

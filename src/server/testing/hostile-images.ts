import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

export interface SentFile {
  title: string
  bytes: Buffer
  /** What the sender claims. */
  name: string
  type: string
}

const SCRIPT = '<script>alert(document.cookie)</script>'
const HTML = Buffer.from(`<!doctype html><html><body>${SCRIPT}</body></html>`)
const SVG = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`)
/** The smallest archive there is, with a file name that a test can look for. */
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04payload.jar'), Buffer.from('PK\x05\x06'), Buffer.alloc(18)])
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

/** Contents of the hostile files that must not remain in the stored pictures. */
export const PAYLOADS = [
  '<script',
  '<html',
  '<svg',
  '<?php',
  'PK\x03\x04',
  'payload',
  'GIF89a',
  'Exif',
  'http://ns.',
  'acTL',
  'eXIf',
  'tEXt',
  'zTXt',
]

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function pngHeader(width: number, height: number, { depth = 1, color = 0 } = {}): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  data[8] = depth
  data[9] = color
  return pngChunk('IHDR', data)
}

/** A black-and-white PNG of any size; the larger, the better it compresses. */
function flatPng(width: number, height: number): Buffer {
  const rows = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 })
  return Buffer.concat([
    PNG_SIGNATURE,
    pngHeader(width, height),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

/** The PNG with more chunks after its header, which is 33 bytes with the signature. */
export const withChunks = (png: Buffer, ...chunks: Buffer[]) =>
  Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])

/** The PNG as the first of two frames. */
function animatedPng(png: Buffer): Buffer {
  const control = Buffer.from('0000000200000000', 'hex')
  const frame = Buffer.alloc(26)
  png.copy(frame, 4, 16, 24)
  return withChunks(png, pngChunk('acTL', control), pngChunk('fcTL', frame))
}

/** The JPEG with another segment right after its beginning. */
function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff])
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)])
}

/** The JPEG with another size in its frame header. */
function jpegClaiming(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

/** A picture in which no two pixels are alike, so that it neither compresses nor hides a mix-up. */
export function noise(width: number, height: number, seed = 1) {
  const pixels = Buffer.alloc(width * height * 3)
  let state = seed
  for (let index = 0; index < pixels.length; index += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    pixels[index] = state >>> 24
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const file = (title: string, bytes: Buffer, name = 'picture.png', type = 'image/png'): SentFile => ({
  title,
  bytes,
  name,
  type,
})

/** Files that are no JPEG or PNG at all, whatever they claim. */
export async function foreignFiles(): Promise<SentFile[]> {
  const picture = noise(24, 16)
  const [png, jpeg, gif, webp, tiff, avif] = await Promise.all([
    picture.clone().png().toBuffer(),
    picture.clone().jpeg().toBuffer(),
    picture.clone().gif().toBuffer(),
    picture.clone().webp().toBuffer(),
    picture.clone().tiff().toBuffer(),
    picture.clone().avif({ effort: 0 }).toBuffer(),
  ])
  const frames = noise(24, 48).toBuffer({ resolveWithObject: false })
  const raw = { raw: { width: 24, height: 48, channels: 3 as const, pageHeight: 16 } }
  const [animatedGif, animatedWebp] = await Promise.all([
    frames.then((bytes) => sharp(bytes, raw).gif().toBuffer()),
    frames.then((bytes) => sharp(bytes, raw).webp().toBuffer()),
  ])
  return [
    file('SVG', SVG, 'picture.svg', 'image/svg+xml'),
    file('SVG with a script, named as a PNG', SVG),
    file('SVG behind a byte order mark', Buffer.concat([Buffer.from('\ufeff<?xml version="1.0"?>'), SVG])),
    file('SVG packed with gzip', gzipSync(SVG), 'picture.svgz'),
    file('HTML named as a PNG', HTML),
    file('HTML named as a JPEG', HTML, 'picture.jpg', 'image/jpeg'),
    file('GIF', gif, 'picture.gif', 'image/gif'),
    file('GIF that moves, named as a PNG', animatedGif),
    file(
      'GIF that is also a script',
      Buffer.from(`GIF89a/*${'\0'.repeat(20)}*/=1;alert(1)`),
      'picture.gif',
      'image/gif',
    ),
    file('WebP', webp, 'picture.webp', 'image/webp'),
    file('WebP that moves', animatedWebp, 'picture.png'),
    file('TIFF', tiff, 'picture.jpg', 'image/jpeg'),
    file('AVIF', avif),
    file('BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(80)])),
    file('icon', Buffer.from('0000010001001010', 'hex')),
    file('PDF', Buffer.from(`%PDF-1.7\n${SCRIPT}`), 'picture.jpg', 'image/jpeg'),
    file('archive', ZIP),
    file('program', Buffer.from('\x7fELF\x02\x01\x01')),
    file('text', Buffer.from('not a picture')),
    file('nothing at all', Buffer.alloc(0)),
    file('a single byte', Buffer.from([0xff]), 'picture.jpg', 'image/jpeg'),
    file('JPEG behind HTML', Buffer.concat([HTML, jpeg]), 'picture.jpg', 'image/jpeg'),
    file('PNG behind a line break', Buffer.concat([Buffer.from('\n'), png])),
  ]
}

/** Files that begin as a JPEG or a PNG and cannot be decoded to the end. */
export async function brokenFiles(): Promise<SentFile[]> {
  const png = await noise(60, 40).png().toBuffer()
  const jpeg = await noise(60, 40).jpeg().toBuffer()
  const flipped = Buffer.from(png)
  flipped[png.indexOf('IDAT') + 300] = (flipped[png.indexOf('IDAT') + 300] ?? 0) ^ 0xff
  return [
    file('PNG that is cut off', png.subarray(0, png.length / 2)),
    file('PNG with a damaged byte', flipped),
    file('PNG signature and nothing else', PNG_SIGNATURE),
    file('PNG signature and HTML', Buffer.concat([PNG_SIGNATURE, HTML])),
    file('PNG header without a picture', Buffer.concat([PNG_SIGNATURE, pngHeader(60, 40)])),
    file(
      'PNG that claims more rows than it has',
      Buffer.concat([PNG_SIGNATURE, pngHeader(60, 4000, { depth: 8, color: 2 }), png.subarray(33)]),
    ),
    file('JPEG that is cut off', jpeg.subarray(0, jpeg.length / 2), 'picture.jpg', 'image/jpeg'),
    file('JPEG signature and HTML', Buffer.concat([jpeg.subarray(0, 3), HTML]), 'picture.jpg', 'image/jpeg'),
  ]
}

/** Small files that unpack to more pixels than anybody needs. */
export async function floodingFiles(): Promise<SentFile[]> {
  const jpeg = await noise(60, 40).jpeg().toBuffer()
  return [
    file('PNG of 20000 × 20000', flatPng(20_000, 20_000)),
    file('PNG that is one pixel row too tall', flatPng(5000, 5001)),
    file('PNG that is very wide', flatPng(60_000, 500)),
    file('JPEG that claims 20000 × 20000', jpegClaiming(jpeg, 20_000, 20_000), 'picture.jpg', 'image/jpeg'),
  ]
}

/** Pictures with something in the file that is no picture. Every one of them shows. */
export async function loadedPictures(): Promise<SentFile[]> {
  const picture = noise(60, 40)
  const png = await picture.clone().png({ compressionLevel: 1 }).toBuffer()
  const jpeg = await picture.clone().jpeg({ quality: 95 }).toBuffer()
  const located = {
    IFD0: { Copyright: 'payload' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 8/1 0/1' },
  }
  const exif = await picture.clone().withExif(located).jpeg().toBuffer()
  const exifPng = await picture.clone().withExif(located).png().toBuffer()
  const upright = await picture.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const profile = await picture.clone().withIccProfile('p3').jpeg().toBuffer()
  const cmyk = await picture.clone().toColourspace('cmyk').jpeg().toBuffer()
  const deep = await picture.clone().toColourspace('rgb16').png().toBuffer()
  const text = Buffer.from('Comment\0<?php system($_GET["payload"]); ?>')
  const bomb = Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(50_000_000))])
  const xmp = Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>${SCRIPT}</x:xmpmeta>`)
  const asJpeg = (title: string, bytes: Buffer) => file(title, bytes, 'picture.jpg', 'image/jpeg')
  return [
    file('PNG with HTML behind it', Buffer.concat([png, HTML])),
    file('PNG with an archive behind it', Buffer.concat([png, ZIP])),
    file('PNG with a script in a comment', withChunks(png, pngChunk('tEXt', text))),
    file('PNG with a comment that unpacks to 50 MB', withChunks(png, pngChunk('zTXt', bomb))),
    file('PNG with a chunk of its own', withChunks(png, pngChunk('paYl', HTML))),
    file('PNG that moves', animatedPng(png)),
    file('PNG that says where it was taken', exifPng),
    file('PNG of 16 bits', deep),
    file('PNG named as HTML', png, 'picture.html', 'text/html'),
    file('PNG named as a path', png, '../../../etc/cron.d/payload'),
    asJpeg('JPEG with an archive behind it', Buffer.concat([jpeg, ZIP])),
    asJpeg('JPEG with a script in a comment', withSegment(jpeg, 0xfe, HTML)),
    asJpeg('JPEG with XMP', withSegment(jpeg, 0xe1, xmp)),
    asJpeg('JPEG that says where it was taken', exif),
    asJpeg('JPEG that lies on its side', upright),
    asJpeg('JPEG with a colour profile', profile),
    asJpeg('JPEG for print', cmyk),
    file('JPEG named as an SVG', jpeg, 'picture.svg', 'image/svg+xml'),
  ]
}

/** Keys that would lead somewhere else if they were taken for a file name. */
export const HOSTILE_KEYS = [
  '../../../etc/passwd',
  '..\\..\\windows',
  '%2e%2e%2fetc',
  '/absolute/path',
  '.',
  '..',
  '.htaccess',
  'a.php',
  'a.svg',
  'CON',
  'a\r\nset-cookie: a=1',
  '<script>alert(1)</script>',
  '"; drop table articles; --',
  '__proto__',
  'ключ+слово',
  '💥'.repeat(20),
  '\u202egnp.exe',
  ' ',
]

/** A chunk of so many bytes that says the camera lay on its side. */
export function turnedChunk(bytes: number): Buffer {
  const said = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex')
  return pngChunk('eXIf', Buffer.concat([said, Buffer.alloc(bytes - said.length)]))
}

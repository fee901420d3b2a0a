import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { imageKey } from '#shared/features/ground/images/rules.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { cpuTimeOf } from '../../../testing/cpu-time.ts'
import {
  brokenFiles,
  floodingFiles,
  foreignFiles,
  HOSTILE_KEYS,
  loadedPictures,
  noise,
  PAYLOADS,
  type SentFile,
  turnedChunk,
  withChunks,
} from '../../../testing/hostile-images.ts'

const REFUSED = 'You can only upload JPG/PNG file!'

let api: Api
let someone: Client
let folder: string
beforeAll(async () => {
  api = await startApi()
  folder = join(api.settings.dataDir, 'images')
})
afterAll(() => api.close())

/**
 * Sends a file like the browser's form. Alternates between users, because of the limit per user and minute.
 */
let turn = 0
async function upload(sent: Omit<SentFile, 'title'>, fields: Record<string, string> = {}) {
  const roles = ['adm', 'opm', 'qa', 'eng'] as const
  const role = roles[turn % roles.length] ?? 'opm'
  turn += 1
  someone = await api.as(role)
  const form = new FormData()
  for (const [name, value] of Object.entries({ site: '1', key: 'hero', ...fields })) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(sent.bytes)], { type: sent.type }), sent.name)
  return send(form)
}
async function send(form: FormData) {
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const payload = Buffer.from(await encoded.arrayBuffer())
  return someone.send({ method: 'POST', url: '/api/images', headers, payload })
}
const png = async (seed = 1) => ({
  bytes: await noise(60, 40, seed).png().toBuffer(),
  name: 'picture.png',
  type: 'image/png',
})
const storedBytes = (url: string) => readFile(join(folder, url.replace('/images/', '')))
const storedFiles = async () => (await readdir(folder).catch(() => [])).sort()

describe('an uploaded picture', () => {
  it('is sent as a form with file, site and key, and answered by its address [ART-153] [ART-155]', async () => {
    const answer = await upload(await png(), { key: 'best kettle+1' })
    expect(answer).toMatchObject({ status: 200, body: { image_url: expect.any(String) } })
    expect(answer.body.image_url).toMatch(/^\/images\/best-kettle-1-[0-9a-f]{32}\.png$/)
    const shown = await api.app.server.inject(answer.body.image_url)
    expect(shown.headers['content-type']).toBe('image/png')
    const pixels = await sharp(shown.rawPayload).removeAlpha().raw().toBuffer()
    expect(pixels.equals(await noise(60, 40).raw().toBuffer())).toBe(true)
  })

  it('never replaces another one that has the same key', async () => {
    const key = imageKey('best kettle', 1)
    const first = await upload(await png(2), { key })
    const before = await storedBytes(first.body.image_url)
    const second = await upload(await png(3), { key })
    expect(second.body.image_url).not.toBe(first.body.image_url)
    expect((await storedBytes(first.body.image_url)).equals(before)).toBe(true)
    expect((await upload(await png(2), { key })).body.image_url).toBe(first.body.image_url)
  })

  it('stands upright and is no larger than sites need', async () => {
    const bytes = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: 'teal' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const { body } = await upload({ bytes, name: 'large.jpg', type: 'image/jpeg' })
    const kept = await sharp(await storedBytes(body.image_url)).metadata()
    expect(kept).toMatchObject({ format: 'jpeg', width: 1200, height: 2400 })
    expect(kept.orientation).toBeUndefined()
  })

  it('is never decoded with the extra chunks of a PNG, and a large EXIF chunk is ignored [S4]', async () => {
    const { bytes, ...file } = await png(5)
    const sizeWith = async (exif: number) => {
      const { body } = await upload({ ...file, bytes: withChunks(bytes, turnedChunk(exif)) })
      const { width, height } = await sharp(await storedBytes(body.image_url)).metadata()
      return [width, height]
    }
    // Which way up the camera was is a few bytes.
    expect(await sizeWith(100)).toEqual([40, 60])
    expect(await sizeWith(70_000)).toEqual([60, 40])
  })

  it('is refused with a second file in the same form [ART-089]', async () => {
    someone = await api.as('opm')
    const before = await storedFiles()
    const form = new FormData()
    for (const seed of [11, 12])
      form.append('file', new Blob([new Uint8Array((await png(seed)).bytes)]), 'a.png')
    expect((await send(form)).status).toBe(413)
    expect(await storedFiles()).toEqual(before)
  })

  it('is missed when the form brings none', async () => {
    someone = await api.as('opm')
    const form = new FormData()
    form.append('key', 'hero')
    expect(await send(form)).toMatchObject({ status: 400, body: { message: 'No file was sent.' } })
  })

  it('can be stored only by users who work on articles', async () => {
    for (const [who, status] of [
      [api.visitor, 401],
      [await api.as('wrt'), 403],
    ] as const) {
      someone = who
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array((await png()).bytes)]), 'a.png')
      expect((await send(form)).status).toBe(status)
    }
  })
})

describe('a hostile file', () => {
  it('is refused in one sentence when it is no JPEG or PNG, under any claimed type [S10] [ART-088]', async () => {
    const before = await storedFiles()
    for (const { title, ...sent } of await foreignFiles()) {
      const { status, body } = await upload(sent)
      expect({ status, message: body.message }, title).toEqual({ status: 415, message: REFUSED })
    }
    expect(await storedFiles()).toEqual(before)
  })

  it('is refused when it cannot be decoded to the end [S10] [ART-088]', async () => {
    const before = await storedFiles()
    for (const { title, ...sent } of await brokenFiles()) {
      const { status, body } = await upload(sent)
      expect({ status, message: body.message }, title).toEqual({ status: 422, message: REFUSED })
    }
    expect(await storedFiles()).toEqual(before)
  })

  it('is refused before it floods the memory with pixels [S10]', async () => {
    const before = await storedFiles()
    for (const { title, ...sent } of await floodingFiles()) {
      const time = await cpuTimeOf(async () => {
        const { status, body } = await upload(sent)
        expect({ status, message: body.message }, title).toEqual({
          status: 413,
          message: 'The image is larger than 25 megapixels.',
        })
      })
      expect(time, title).toBeLessThan(2000)
    }
    expect(await storedFiles()).toEqual(before)
  })

  it('is refused when it is larger than 10 MB, and taken at 10 MB [S10]', async () => {
    const { bytes, ...claims } = await png(5)
    const padded = (length: number) => ({ ...claims, bytes: Buffer.concat([bytes], length) })
    const before = await storedFiles()
    for (const length of [10 * 1024 * 1024 + 1, 11 * 1024 * 1024]) {
      const answer = await upload(padded(length))
      expect(answer).toMatchObject({ status: 413, body: { message: 'The file is larger than 10 MB.' } })
    }
    expect(await storedFiles()).toEqual(before)
    expect((await upload(padded(10 * 1024 * 1024))).status).toBe(200)
  })

  it('is kept as its picture and nothing else [S10]', async () => {
    const another = await upload(await png(7), { key: 'hero' })
    const before = await storedBytes(another.body.image_url)
    for (const { title, ...sent } of await loadedPictures()) {
      const answer = await upload(sent)
      expect(answer.status, title).toBe(200)
      const kept = await storedBytes(answer.body.image_url)
      expect(kept.equals(sent.bytes), title).toBe(false)
      expect(
        PAYLOADS.filter((payload) => kept.includes(payload, 0, 'latin1')),
        title,
      ).toEqual([])
      const { format, width, height, space, exif, icc, xmp, comments, pages } = await sharp(kept).metadata()
      expect({ space, exif, icc, xmp, comments, pages }, title).toEqual({
        space: expect.stringMatching(/^s?rgb(16)?$/),
      })
      expect([width, height].sort(), title).toEqual([40, 60])
      const end = format === 'png' ? 'IEND\xae\x42\x60\x82' : '\xff\xd9'
      expect(kept.toString('latin1').endsWith(end), title).toBe(true)
      expect(kept.indexOf(end, 0, 'latin1'), title).toBe(kept.length - end.length)
      const shown = await api.app.server.inject(answer.body.image_url)
      expect(shown.headers, title).toMatchObject({
        'content-type': `image/${format}`,
        'x-content-type-options': 'nosniff',
      })
    }
    expect((await storedBytes(another.body.image_url)).equals(before)).toBe(true)
  })

  it('cannot choose its place by its key [S10]', async () => {
    const { bytes: _, ...claims } = await png()
    for (const [index, key] of HOSTILE_KEYS.entries()) {
      const bytes = (await png(100 + index)).bytes
      const { status, body } = await upload({ ...claims, bytes }, { key })
      expect(status, key).toBe(200)
      expect(body.image_url, key).toMatch(/^\/images\/[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{32}\.png$/)
    }
    for (const key of ['a\0.php', 'k'.repeat(301), 'k'.repeat(4096)]) {
      expect((await upload(await png(9), { key })).status, key).toBe(400)
    }
    expect(await readdir(api.settings.dataDir)).toEqual(['images', 'secret.key'])
    expect((await storedFiles()).filter((name) => !/^[a-z0-9-]+\.(png|jpg)$/.test(name))).toEqual([])
  })
})

it('the key is the keyword with plus signs for its blanks, and the site [ART-156]', () => {
  expect(imageKey('best  electric kettle', 7)).toBe('best++electric+kettle+7')
})

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOT_AN_IMAGE } from '#shared/features/ground/images/contract.ts'
import { type Api, startApi } from '../../../testing/api.ts'
import {
  brokenFiles,
  floodingFiles,
  foreignFiles,
  HOSTILE_KEYS,
  loadedPictures,
  noise,
  PAYLOADS,
  type SentFile,
} from '../../../testing/hostile-images.ts'
import { type S3Server, startS3Server } from '../../../testing/s3-server.ts'
import { startWebServer } from '../../../testing/web-server.ts'

let server: S3Server
let api: Api
beforeAll(async () => {
  server = await startS3Server()
  api = await startApi(server.environment)
})
afterAll(async () => {
  await api.close()
  await server.close()
})

/** Alternates between users, because of the limit per user and minute. */
let turn = 0
async function upload(sent: Omit<SentFile, 'title'>, key = 'hero', to = api) {
  const roles = ['adm', 'opm', 'qa', 'eng'] as const
  turn += 1
  const someone = await to.as(roles[turn % roles.length] ?? 'opm')
  const form = new FormData()
  form.append('site', '1')
  form.append('key', key)
  form.append('file', new Blob([new Uint8Array(sent.bytes)], { type: sent.type }), sent.name)
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
/** The names of everything in the bucket. */
async function storedNames(): Promise<string[]> {
  const listing = await (await fetch(`${server.url}/${server.bucket}`)).text()
  return [...listing.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, name = '']) => name).sort()
}

describe('a picture in a bucket', () => {
  it('is shown from its public address, and an article takes that address [ART-155]', async () => {
    const { status, body } = await upload(await png(), 'best kettle+1')
    expect(status).toBe(200)
    expect(body.image_url).toMatch(
      new RegExp(`^${server.url}/${server.bucket}/best-kettle-1-[0-9a-f]{32}\\.png$`),
    )
    expect((await fetch(body.image_url)).headers.get('content-type')).toBe('image/png')
    const writer = await api.as('opm')
    const article = {
      siteId: 1,
      keywords: ['best kettle'],
      title: 'Kettles',
      draft: true,
      imageUrl: body.image_url,
    }
    const created = await writer.post('/api/articles', article)
    expect(created).toMatchObject({ status: 201, body: { image_url: body.image_url } })
  })

  it('is not loaded a second time when its address is typed', async () => {
    const { body } = await upload(await png(21))
    const writer = await api.as('opm')
    const before = await storedNames()
    expect((await writer.post('/api/images', { imageUrl: body.image_url })).body).toEqual(body)
    const missing = `${server.url}/${server.bucket}/hero-00000000000000000000000000000000.png`
    expect((await writer.post('/api/images', { imageUrl: missing })).status).toBe(422)
    expect(await storedNames()).toEqual(before)
  })

  it('may be shown by our pages, and over http by no others', async () => {
    const { headers } = await api.visitor.get('/api/docs')
    const policy = String(headers['content-security-policy'])
    expect(policy.split('; ')).toContain(`img-src 'self' https: data: blob: ${server.url}`)
  })
})

describe('a hostile file on its way to a bucket', () => {
  it('is refused, and the bucket stays as it is [S10] [T15]', async () => {
    const before = await storedNames()
    for (const { title, ...sent } of [...(await foreignFiles()), ...(await brokenFiles())]) {
      const { status, body } = await upload(sent)
      expect([415, 422], title).toContain(status)
      expect(body.message, title).toBe(NOT_AN_IMAGE)
    }
    for (const { title, ...sent } of await floodingFiles()) {
      expect((await upload(sent)).status, title).toBe(413)
    }
    const large = { ...(await png(5)), bytes: Buffer.alloc(10 * 1024 * 1024 + 1) }
    expect((await upload(large)).status).toBe(413)
    expect(await storedNames()).toEqual(before)
  })

  it('is kept as its picture and nothing else, and served as one [S10]', async () => {
    for (const { title, ...sent } of await loadedPictures()) {
      const answer = await upload(sent)
      expect(answer.status, title).toBe(200)
      const shown = await fetch(answer.body.image_url)
      const kept = Buffer.from(await shown.arrayBuffer())
      const found = PAYLOADS.filter((payload) => kept.includes(payload, 0, 'latin1'))
      expect(found, title).toEqual([])
      const { format, exif, icc, xmp } = await sharp(kept).metadata()
      expect({ exif, icc, xmp }, title).toEqual({})
      expect(shown.headers.get('content-type'), title).toBe(`image/${format}`)
    }
  })

  it('cannot choose its place by its key [S10] [T15]', async () => {
    const before = await storedNames()
    for (const [index, key] of HOSTILE_KEYS.entries()) {
      expect((await upload(await png(100 + index), key)).status, key).toBe(200)
    }
    const added = (await storedNames()).filter((name) => !before.includes(name))
    expect(added).toHaveLength(HOSTILE_KEYS.length)
    for (const name of added) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{32}\.png$/)
  })
})

describe('a bucket in trouble', () => {
  it.each([
    [401, 502],
    [403, 502],
    [404, 502],
    [500, 503],
    [503, 503],
  ])(
    'that answers with %s fails the upload with %s, and the article keeps its picture [R8]',
    async (status, told) => {
      const vendor = await startWebServer((_request, response) => response.writeHead(status).end('<Error/>'))
      const S3_ENDPOINT = `http://127.0.0.1:${vendor.port}`
      const troubled = await startApi({ ...server.environment, S3_ENDPOINT })
      const writer = await troubled.as('opm')
      const imageUrl = 'https://pictures.example/before.png'
      const article = { siteId: 1, keywords: ['best kettle'], title: 'Kettles', draft: true, imageUrl }
      const { body: created } = await writer.post('/api/articles', article)
      const answer = await upload(await png(3), 'hero', troubled)
      expect(answer.status).toBe(told)
      expect(answer.body.message).toMatch(/^The image store /)
      const { body } = await writer.get(`/api/articles/${created.article_id}`)
      expect(body.image_url).toBe(imageUrl)
      await troubled.close()
      await vendor.close()
    },
  )
})

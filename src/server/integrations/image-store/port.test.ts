import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { startWebServer } from '../../testing/web-server.ts'
import { createDiskImageStore } from './built-in.ts'
import type { ImageStore } from './port.ts'
import { createS3ImageStore } from './s3.ts'

let folder: string
let server: S3Server
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'copydesk-images-'))
  server = await startS3Server()
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const bucketAt = (url: string, prefix = '') => ({
  bucket: 'pictures',
  prefix,
  region: 'us-east-1',
  publicBaseUrl: `${server.url}/pictures`,
  endpoint: url,
  forcePathStyle: true,
  credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
})
const disk = () => createDiskImageStore({ folder })
const bucket = (url = server.url) => createS3ImageStore({ bucket: bucketAt(url) })

/** Bytes of any value, so that a store that takes them for text would be noticed. */
const picture = (seed: string, blocks = 200) => ({
  bytes: Buffer.concat(
    Array.from({ length: blocks }, (_, index) => createHash('sha256').update(`${seed}${index}`).digest()),
  ),
  type: 'image/png' as const,
})

const stores: [name: string, create: () => ImageStore][] = [
  ['disk', disk],
  ['S3', bucket],
]

describe.each(stores)('the image store on %s', (_name, create) => {
  it('returns the stored bytes, at any size', async () => {
    const store = create()
    for (const blocks of [1, 200, 100_000]) {
      const image = picture('whole', blocks)
      const name = store.nameOf(await store.put(image, 'kettle'))
      const kept = await store.get(name ?? '')
      expect(kept?.type).toBe('image/png')
      expect(kept?.bytes.equals(image.bytes)).toBe(true)
    }
  })

  it('has the same address for the same image, and another one for another image of the same name', async () => {
    const store = create()
    const first = await store.put(picture('first'), 'best kettle')
    expect(await store.put(picture('first'), 'best kettle')).toBe(first)
    const second = await store.put(picture('second'), 'best kettle')
    expect(second).not.toBe(first)
    expect((await store.get(store.nameOf(first) ?? ''))?.bytes.equals(picture('first').bytes)).toBe(true)
  })

  it('makes its own names, for any requested one [T15]', async () => {
    const store = create()
    for (const hint of [
      '../../etc/passwd',
      'a\0b',
      '%2e%2e%2f',
      'Ärger & Söhne',
      'best kettle+1',
      '',
      'x'.repeat(900),
    ]) {
      const name = store.nameOf(await store.put(picture(hint), hint)) ?? ''
      expect(name, hint).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*-[0-9a-f]{32}\.png$/)
      expect(await store.get(name), hint).not.toBeNull()
    }
  })

  it('knows which addresses are its own, and has nothing under names that it did not make', async () => {
    const store = create()
    const address = await store.put(picture('own'), 'own')
    expect(store.nameOf(address)).toMatch(/^own-/)
    expect(store.nameOf('https://elsewhere.example/own.png')).toBeNull()
    for (const name of [
      'nothing-00000000000000000000000000000000.png',
      '../own.png',
      '',
      'own',
      '%',
      '.png',
    ]) {
      expect(await store.get(name), name).toBeNull()
    }
  })
})

it('a disk that is full keeps nothing of a picture that did not fit', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'copydesk-full-'))
  const store = createDiskImageStore({
    folder,
    async write(file) {
      await writeFile(String(file), '')
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    },
  })
  await expect(store.put(picture('large'), 'x')).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})

describe('a bucket', () => {
  const shared = (prefix: string) => createS3ImageStore({ bucket: bucketAt(server.url, prefix) })
  const LATER = new Date(Date.now() + HOUR_MS)

  it('is read by browsers below the prefix of its installation', async () => {
    const [one, other] = [shared('desks/one/'), shared('desks/other/')]
    const address = await one.put(picture('mine'), 'mine')
    expect(address).toContain('/pictures/desks/one/mine-')
    expect((await fetch(address)).status).toBe(200)
    const name = one.nameOf(address) ?? ''
    expect((await one.get(name))?.bytes.equals(picture('mine').bytes)).toBe(true)
    expect(await one.touch(name)).toBe(true)
    expect(other.nameOf(address)).toBeNull()
    expect([await other.get(name), await other.touch(name)]).toEqual([null, false])
    await other.remove(name)
    expect(await one.listOlderThan(LATER)).toEqual([name])
    expect(await other.listOlderThan(LATER)).toEqual([])
    expect(await bucket().listOlderThan(LATER)).not.toContain(`desks/one/${name}`)
    await one.remove(name)
    expect(await one.get(name)).toBeNull()
  })

  it('is never asked to remove other programs’ files', async () => {
    const foreign = [
      'company-logo.png',
      'report-2024.svg',
      'kettle.jpg',
      `0-${'0'.repeat(31)}.png`,
      'a/b.png',
    ]
    const client = new S3Client(bucketAt(server.url))
    for (const Key of foreign)
      await client.send(new PutObjectCommand({ Bucket: 'pictures', Key, Body: 'not ours' }))
    const own = bucket().nameOf(await bucket().put(picture('beside'), 'beside')) ?? ''
    const old = await bucket().listOlderThan(LATER)
    expect(old).toContain(own)
    for (const name of foreign) {
      expect(old, name).not.toContain(name)
      await bucket().remove(name)
      expect((await fetch(`${server.url}/pictures/${name}`)).status, name).toBe(200)
    }
  })

  it('is read by browsers at its public address, with the type and for good', async () => {
    const address = await bucket().put(picture('public'), 'public')
    const shown = await fetch(address)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(Buffer.from(await shown.arrayBuffer()).equals(picture('public').bytes)).toBe(true)
  })

  it('leaves the images that were kept on disk before where they are', async () => {
    const address = await disk().put(picture('older'), 'older')
    const store = createS3ImageStore({ bucket: bucketAt(server.url), older: disk() })
    const name = store.nameOf(address)
    expect((await store.get(name ?? ''))?.bytes.equals(picture('older').bytes)).toBe(true)
    expect(await store.put(picture('older'), 'older')).toMatch(/^http:\/\/127\.0\.0\.1/)
  })

  it.each([
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [500, 'unavailable'],
    [503, 'unavailable'],
  ])('that refuses with %s is reported as %s [R8]', async (status, kind) => {
    const vendor = await startWebServer((_request, response) => response.writeHead(status).end('<Error/>'))
    const store = bucket(`http://127.0.0.1:${vendor.port}`)
    await expect(store.put(picture('refused'), 'x')).rejects.toMatchObject({
      name: 'IntegrationError',
      kind,
      status,
    })
    await vendor.close()
  })

  it('that answers with a page has stored nothing [R8]', async () => {
    const page = await startWebServer((_request, response) => response.end('<html>Welcome</html>'))
    const store = bucket(`http://127.0.0.1:${page.port}`)
    await expect(store.put(picture('lost'), 'x')).rejects.toMatchObject({
      name: 'IntegrationError',
      kind: 'bad_response',
    })
    await page.close()
  })

  it('that does not answer keeps nobody in the queue longer than its timeout [R8]', async () => {
    const hanging = await startWebServer(() => {})
    const timeoutMs = 1500
    const store = createS3ImageStore({ bucket: bucketAt(`http://127.0.0.1:${hanging.port}`), timeoutMs })
    const begun = performance.now()
    const asked = Array.from({ length: 20 }, () => store.get(`x-${'0'.repeat(32)}.png`))
    for (const each of asked) await expect(each).rejects.toMatchObject({ kind: 'timeout' })
    expect(performance.now() - begun).toBeLessThan(2 * timeoutMs + 1500)
    await hanging.close()
  })

  it('of many pages is listed to its end, beyond the timeout of one call', async () => {
    const page = (number: number) => `<ListBucketResult><IsTruncated>${number < 5}</IsTruncated>
      <Contents><Key>x-${String(number).padStart(32, '0')}.png</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>
      ${number < 5 ? `<NextContinuationToken>${number + 1}</NextContinuationToken>` : ''}</ListBucketResult>`
    const slow = await startWebServer((request, response) => {
      const asked = new URL(request.url ?? '', 'http://x').searchParams.get('continuation-token') ?? '1'
      setTimeout(() => response.end(page(Number(asked))), 500)
    })
    const bucket = bucketAt(`http://127.0.0.1:${slow.port}`)
    const names = await createS3ImageStore({ bucket, timeoutMs: 2000 }).listOlderThan(LATER)
    expect(names.map((name) => name.at(-5))).toEqual(['1', '2', '3', '4', '5'])
    await slow.close()
  })

  it('that does not answer, cuts the line or is unreachable fails with an IntegrationError, soon [R8]', async () => {
    const hanging = await startWebServer(() => {})
    const cutting = await startWebServer((request) => request.socket.destroy())
    const dripping = await startWebServer((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('<')
    })
    const gone = await startWebServer(() => {})
    await gone.close()
    for (const [{ port }, kind, timeoutMs] of [
      [hanging, 'timeout', 300],
      [dripping, 'timeout', 300],
      [cutting, 'unavailable', 20_000],
      [gone, 'unavailable', 20_000],
    ] as const) {
      const store = createS3ImageStore({ bucket: bucketAt(`http://127.0.0.1:${port}`), timeoutMs })
      const begun = performance.now()
      const name =
        store.nameOf(await disk().put(picture('x'), 'x')) ?? 'x-00000000000000000000000000000000.png'
      await expect(store.get(name)).rejects.toMatchObject({ name: 'IntegrationError', kind })
      expect(performance.now() - begun).toBeLessThan(10_000)
    }
    for (const vendor of [hanging, cutting, dripping]) await vendor.close()
  })
})

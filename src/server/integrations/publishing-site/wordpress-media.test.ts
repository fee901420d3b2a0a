import { afterEach, describe, expect, it } from 'vitest'
import { startWebServer, type WebServer } from '../../testing/web-server.ts'
import type { PostContent } from './port.ts'
import { createWordPress } from './wordpress.ts'

const content: PostContent = {
  title: 'Kettles',
  heroImageUrl: '/images/hero-0123456789abcdef0123456789abcdef.jpg',
  intro: 'They pour.',
  products: [],
  questions: [],
  focusKeyword: 'kettle',
  authorName: 'Ada Reed',
}

let server: WebServer | undefined
afterEach(() => server?.close())

describe('an editor who saves while a picture is uploaded', () => {
  const THEIRS = '<!-- wp:paragraph --><p>Saved meanwhile.</p><!-- /wp:paragraph -->'
  async function edited() {
    const written: { content?: string }[] = []
    let raw = '<!-- wp:group {"className":"aop-intro"} -->\n<div>Old.</div>\n<!-- /wp:group -->'
    server = await startWebServer((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        const isMedia = request.url?.includes('/media') === true
        if (request.method === 'POST' && isMedia) raw += THEIRS
        if (request.method === 'POST' && !isMedia) written.push(JSON.parse(Buffer.concat(chunks).toString()))
        const whole = { id: 7, status: 'publish', slug: 'kettles', meta: [], featured_media: 0 }
        const texts = { title: { raw: 'Kettles' }, content: { raw }, excerpt: { raw: '' } }
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify(request.method === 'GET' && isMedia ? [] : { ...whole, ...texts }))
      })
    })
    const site = createWordPress({
      account: { baseUrl: `http://127.0.0.1:${server.port}`, user: 'desk', appPassword: 'abcd efgh' },
      loadImage: async () => ({ bytes: Buffer.from('picture'), type: 'image/jpeg' }),
      installation: async () => ({ id: '0a1b2c3d', since: new Date('2026-11-18T09:00:00Z') }),
    })
    return { site, written }
  }

  it('finds their words in an update', async () => {
    const { site, written } = await edited()
    await site.updatePost(7, content)
    expect(written).toMatchObject([{ featured_media: 7, content: expect.stringContaining(THEIRS) }])
  })

  it('can have their words back after a rewrite', async () => {
    const { site, written } = await edited()
    const kept: string[] = []
    const keep = async (before: { content: string }) => void kept.push(before.content)
    await site.rewritePost(7, content, { keep, withdraw: async () => {} })
    expect(written).toMatchObject([{ featured_media: 7 }])
    expect(kept).toEqual([expect.stringContaining(THEIRS)])
  })
})

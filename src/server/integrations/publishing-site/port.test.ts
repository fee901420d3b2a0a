import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../../db/testing.ts'
import { findSiteByCode } from '../../features/sites/store.ts'
import { buildSite } from '../../testing/builders.ts'
import { noise } from '../../testing/hostile-images.ts'
import { hasWordPress, startWordPress } from '../../testing/wordpress-server.ts'
import { createBuiltInPosts } from './built-in.ts'
import type { PostContent, PublishingSite } from './port.ts'
import { createWordPress } from './wordpress.ts'

const HERO = '/images/hero-0123456789abcdef0123456789abcdef.jpg'

interface Stage {
  site: PublishingSite
  /** The same site, as another workspace uses it. */
  other?: PublishingSite
  /** What a key makes of a post's address. */
  slugOf(key: string): string
  /** As editors of the site do: they change the content and publish. */
  publish(id: number): Promise<void>
  edit(id: number, change: (content: string) => string): Promise<void>
  close(): Promise<void>
}

async function builtInStage(): Promise<Stage> {
  const { db, pool, close } = await createTestDatabase()
  await buildSite(db, { code: 'ok' })
  return {
    site: createBuiltInPosts(
      {
        db,
        clock: () => new Date(),
        findSiteId: async (code) => (await findSiteByCode(db, code))?.id,
      },
      'ok',
    ),
    slugOf: (key) => key,
    async publish(id) {
      await pool.query("update site_posts set status = 'publish', published_at = now() where post_id = $1", [
        id,
      ])
    },
    async edit(id, change) {
      const { rows } = await pool.query('select content from site_posts where post_id = $1', [id])
      const values = [id, change(rows[0].content)]
      await pool.query('update site_posts set content = $2 where post_id = $1', values)
    },
    close,
  }
}

async function wordPressStage(): Promise<Stage> {
  const { url, user, appPassword, stop } = await startWordPress()
  const picture = { bytes: await noise(60, 40).jpeg().toBuffer(), type: 'image/jpeg' as const }
  const authorization = `Basic ${Buffer.from(`${user}:${appPassword}`).toString('base64')}`
  const siteOf = (id: string) =>
    createWordPress({
      account: { baseUrl: url, user, appPassword },
      loadImage: async (address) => (address === HERO ? picture : null),
      installation: async () => ({ id, since: new Date() }),
      // PHP's own server has four workers for everybody.
      timeoutMs: 20_000,
    })
  const change = async (id: number, body: object) => {
    const answer = await fetch(`${url}/wp-json/wp/v2/posts/${id}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  return {
    site: siteOf('0a1b2c3d'),
    other: siteOf('ffffffff'),
    slugOf: (key) => `${key}-0a1b2c3d`,
    publish: (id) => change(id, { status: 'publish' }),
    async edit(id, edited) {
      const answer = await fetch(`${url}/wp-json/wp/v2/posts/${id}?context=edit`, {
        headers: { authorization },
      })
      const post = (await answer.json()) as { content: { raw: string } }
      await change(id, { content: edited(post.content.raw) })
    },
    close: stop,
  }
}

const content: PostContent = {
  title: 'Pots & pans <tested>, "really"',
  heroImageUrl: HERO,
  intro: 'First paragraph, with 5 < 6 & [no shortcode].\n\nSecond “paragraph” – 😍.',
  products: [
    { asin: 'B0C9TR41XM', name: 'Pot & Lid', award: 'Best <Overall>', summary: 'Keeps "warm".' },
    { asin: 'B0BVW52K7G', name: 'Skillet', award: 'Best Value', summary: '' },
  ],
  questions: ['Is it <b>safe</b>?', 'How long?'],
  focusKeyword: 'best pots & pans',
  authorName: 'Ada Reed',
}
let serial = 0
const newKey = () => `article-${++serial}`

const STAGES = [
  ['built-in posts', builtInStage, true],
  ['a real WordPress', wordPressStage, hasWordPress],
] as const

describe.each(STAGES)('a publishing site: %s', (name, open, isHere) => {
  describe.runIf(isHere)('with drafts and editors', () => {
    let stage: Stage
    let site: PublishingSite
    beforeAll(async () => {
      stage = await open()
      site = stage.site
    }, 120_000)
    afterAll(() => stage?.close())

    const draft = async (change: Partial<PostContent> = {}) => {
      const { postId } = await site.createDraft({ ...content, ...change, key: newKey() })
      return postId
    }
    const read = async (id: number) => {
      const post = await site.getPost(id)
      if (!post) throw new Error(`There is no post ${id}`)
      return post
    }

    it('says that it works', async () => {
      expect(await site.check()).toMatchObject({ ok: true })
    })

    it('keeps a draft exactly as the article said it [TASK-004]', async () => {
      const post = await read(await draft())
      expect(post).toMatchObject({
        status: 'draft',
        title: content.title,
        introText: content.intro,
        introCopy: '',
        outroCopy: '',
        trustStatement: '',
        authorName: content.authorName,
        datePublished: null,
        questions: content.questions.map((headline) => ({ headline, acceptedAnswer: '' })),
      })
      expect(post.products).toEqual(
        content.products.map((product) => ({ ...product, headline: '', description: '' })),
      )
      expect(post.heroImageUrl).toMatch(/hero-0123456789abcdef0123456789abcdef.*\.jpg$/)
      expect(post.url).toMatch(new RegExp(`\\b${post.id}\\b`))
    })

    it('makes one post for a key, however often and with whatever it is asked for', async () => {
      const key = newKey()
      const first = await site.createDraft({ ...content, key })
      expect(await site.createDraft({ ...content, title: 'Another title', key })).toEqual(first)
      const sameMoment = newKey()
      const made = await Promise.all(
        [1, 2, 3, 4].map(() => site.createDraft({ ...content, key: sameMoment })),
      )
      expect(new Set(made.map(({ postId }) => postId)).size).toBe(1)
    })

    it.runIf(name === 'a real WordPress')(
      'keeps two workspaces apart that count their articles alike',
      async () => {
        const { other = site } = stage
        const key = newKey()
        const [mine, theirs] = [
          await site.createDraft({ ...content, key }),
          await other.createDraft({ ...content, title: 'Theirs', key }),
        ]
        expect(mine.postId).not.toBe(theirs.postId)
        expect(await site.createDraft({ ...content, key })).toEqual(mine)
        expect(await other.createDraft({ ...content, key })).toEqual(theirs)
        expect((await read(theirs.postId)).title).toBe('Theirs')
      },
    )

    it('changes what is given and leaves what its editors have written', async () => {
      const id = await draft()
      await stage.edit(id, (markup) =>
        [
          markup
            .replace('How long?</h3>\n<!-- /wp:heading -->\n\n<!-- wp:paragraph -->\n<p></p>', (found) =>
              found.replace('<p></p>', '<p>Ten years.</p>'),
            )
            .replace(
              'Best Value</p>\n<!-- /wp:paragraph -->',
              (found) =>
                `${found}\n\n<!-- wp:paragraph -->\n<p>Heavy, in a good way.</p>\n<!-- /wp:paragraph -->`,
            ),
          '<!-- wp:paragraph -->\n<p>A last word of the <em>editor</em>.</p>\n<!-- /wp:paragraph -->',
        ].join('\n\n'),
      )
      await site.updatePost(id, {
        title: 'Pots, again',
        intro: 'A new opening.',
        products: [
          content.products[1],
          { asin: 'B000000001', name: 'Wok', award: 'Best Wok', summary: 'Hot.' },
        ].flatMap((product) => product ?? []),
        questions: ['How long?', 'Why?'],
      })
      const post = await read(id)
      expect(post).toMatchObject({
        status: 'draft',
        title: 'Pots, again',
        introText: 'A new opening.',
        outroCopy: 'A last word of the editor.',
        questions: [
          { headline: 'How long?', acceptedAnswer: 'Ten years.' },
          { headline: 'Why?', acceptedAnswer: '' },
        ],
      })
      expect(post.products).toMatchObject([
        { asin: 'B0BVW52K7G', description: 'Heavy, in a good way.' },
        { asin: 'B000000001', description: '' },
      ])
    })

    it('does no harm when the same change comes twice', async () => {
      const id = await draft()
      await site.updatePost(id, content)
      const once = await read(id)
      await site.updatePost(id, content)
      expect(await read(id)).toEqual(once)
      expect(once.products).toHaveLength(2)
      expect(once.introText).toBe(content.intro)
    })

    it('knows what its readers can see, and keeps it published when it is changed', async () => {
      const [live, hidden] = [await draft(), await draft()]
      expect(await site.listPublished([live, hidden])).toEqual([])
      await stage.publish(live)
      expect(await site.listPublished([live, hidden, 987_654_321])).toEqual([live])
      await site.updatePost(live, { title: 'A better title' })
      const post = await read(live)
      expect(post).toMatchObject({ status: 'publish', title: 'A better title' })
      expect(post.datePublished?.getTime()).toBeGreaterThan(Date.now() - 3_600_000)
      expect(await site.listPublished([])).toEqual([])
    })

    it('finds a post by its address', async () => {
      const key = newKey()
      const { postId } = await site.createDraft({ ...content, key })
      await stage.publish(postId)
      expect(await site.findPostByUrl(`https://site.example/${stage.slugOf(key)}/?utm_source=mail#top`)).toBe(
        postId,
      )
      expect(await site.findPostByUrl('https://site.example/nothing-here')).toBeNull()
      expect(await site.findPostByUrl('https://site.example/')).toBeNull()
    })

    it('has no post with a number that it never gave', async () => {
      expect(await site.getPost(987_654_321)).toBeNull()
      await expect(site.updatePost(987_654_321, { title: 'Nobody' })).rejects.toMatchObject({
        name: 'IntegrationError',
        kind: 'not_found',
      })
    })

    it.runIf(name === 'a real WordPress')('takes over a hero image once', async () => {
      const [one, other] = [await read(await draft()), await read(await draft())]
      expect(one.heroImageUrl).not.toBeNull()
      expect(other.heroImageUrl).toBe(one.heroImageUrl)
      const shown = await fetch(one.heroImageUrl ?? '')
      expect(shown.headers.get('content-type')).toBe('image/jpeg')
      const without = await read(
        await draft({ heroImageUrl: '/images/gone-00000000000000000000000000000000.jpg' }),
      )
      expect(without.heroImageUrl).toBeNull()
    })
  })
})

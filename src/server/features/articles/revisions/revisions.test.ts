import { load } from 'cheerio/slim'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildKeyword, buildSite } from '../../../testing/builders.ts'
import { builtInEditor, wordPressEditor } from '../../../testing/site-editors.ts'
import {
  hasWordPress,
  startWordPress,
  WORDPRESS_PATIENCE_MS,
  type WordPressServer,
} from '../../../testing/wordpress-server.ts'

const OVERALL = { asin: 'B0AAAAAAA1', name: 'Pour Kettle', award: 'Best Overall', summary: 'It pours.' }
const VALUE = { asin: 'B0AAAAAAA2', name: 'Simmer Kettle', award: 'Best Value', summary: '' }
const PARAGRAPH = '<!-- wp:paragraph -->\n<p>A word of the <em>editor</em>.</p>\n<!-- /wp:paragraph -->'

let api: Api
let requester: Client
let qa: Client
let real: WordPressServer | undefined
beforeAll(async () => {
  real = hasWordPress ? await startWordPress() : undefined
  const account = real && { baseUrl: real.url, user: real.user, appPassword: real.appPassword }
  api = await startApi(account ? { WP_SITES: JSON.stringify({ wp: account }) } : {}, {
    wordPressTimeoutMs: WORDPRESS_PATIENCE_MS,
  })
  requester = await api.as('opm')
  qa = await api.as('qa')
})
afterAll(async () => {
  await api.close()
  await real?.stop()
})

const builtIn = builtInEditor(() => api.database.pool)
const vendor = wordPressEditor(() => real)

const read = async (id: number) => (await qa.get(`/api/articles/${id}`)).body
const approve = (id: number) => qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })
async function reconcile() {
  for (const name of ['articles.find-published', 'articles.retry-mirrors']) await api.runJob(name)
  await api.app.queue.drain()
}

const STAGES = [
  ['built-in posts', 'bi', builtIn, true],
  ['a real WordPress', 'wp', vendor, hasWordPress],
] as const

describe.each(STAGES)('an update of a published article: %s', (name, code, editor, isHere) => {
  describe.runIf(isHere)('with its post', () => {
    let siteId: number
    let serial = 0
    beforeAll(async () => {
      const url = real?.url ?? 'https://bi.example'
      siteId = (await buildSite(api.database.db, { code, url, affiliateTag: 'kettles-20' })).id
    })

    async function published() {
      serial += 1
      const keyword = await buildKeyword(api.database.db, `best ${code} kettles ${serial}`)
      const { body } = await requester.post('/api/articles', {
        siteId,
        keywords: [{ keyword_id: keyword.id }],
        title: `The best ${code} kettles ${serial}`,
        intro: 'They pour.',
        products: [OVERALL, VALUE],
        faqs: [{ question: 'Is it loud?' }],
        draft: false,
      })
      const id: number = body.article_id
      await approve(id)
      await api.app.queue.drain()
      const postId: number = (await read(id)).wordpress_id
      await editor.publish(postId)
      await reconcile()
      const article = await read(id)
      expect(article).toMatchObject({ status: 'published', post: { state: 'live' } })
      return { id, postId, keyword, article, url: article.post.url as string }
    }
    type Published = Awaited<ReturnType<typeof published>>
    const gaps = [{ kind: 'product', text: 'B0AAAAAAA3 Whistle Kettle' }]
    const update = ({ keyword, article, url }: Published, by = requester) =>
      by.post('/api/comparison/updates', {
        keyword_id: keyword.id,
        site_id: siteId,
        title: article.title,
        ours: { title: article.title, url },
        gaps,
      })
    /** Saves and submits what a draft is to say. */
    async function submit(id: number, change: object) {
      const { version } = await (await requester.get(`/api/articles/${id}`)).body
      const saved = await requester.patch(`/api/articles/${id}`, { ...change, version, draft: false })
      expect([saved.status, saved.body.status]).toEqual([200, 'requested'])
    }

    it('is a draft of its text that knows its post, and there is one at a time', async () => {
      const out = await published()
      const { status, body } = await update(out)
      expect(status).toBe(201)
      const { body: draft } = await requester.get(`/api/articles/${body.article_id}`)
      expect(draft).toMatchObject({
        status: 'draft',
        revises: out.id,
        wordpress_id: out.postId,
        title: out.article.title,
        intro: 'They pour.',
        products: [OVERALL, { ...VALUE, summary: null }, { asin: 'B0AAAAAAA3', name: 'Whistle Kettle' }],
        checklist: [{ kind: 'product' }],
      })
      const again = await update(out)
      expect([again.status, again.body.details.article_id]).toEqual([409, draft.article_id])
      const other = await qa.post(`/api/articles/${out.id}/revision`)
      expect([other.status, other.body.details.article_id]).toEqual([409, null])
      expect(other.body.message).toMatch(/already in progress/)
      // A published post has the published text, and a new one gets the article’s.
      await reconcile()
      expect(await read(out.id)).toMatchObject({ status: 'published', title: out.article.title })
      expect((await qa.post(`/api/articles/${draft.article_id}/revision`)).status).toBe(404)
    })

    it('is started once by twenty simultaneous callers', async () => {
      const out = await published()
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => requester.post(`/api/articles/${out.id}/revision`)),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    })

    it('becomes the text of its article and its post once QA agrees: the number, the address and editors’ changes stay', async () => {
      const out = await published()
      const content = await editor.content(out.postId)
      const [before = '', after = ''] = content.split(/(?=<!-- wp:group \{"anchor":"asin-B0AAAAAAA2")/)
      await editor.write(out.postId, { content: `${before}${PARAGRAPH}\n\n${after}\n\n${PARAGRAPH}` })
      const { body } = await update(out)
      const id: number = body.article_id
      await submit(id, {
        title: 'Kettles, made better',
        intro: 'They pour better.',
        products: [
          { ...OVERALL, name: 'Pour Kettle 2' },
          VALUE,
          { asin: 'B0AAAAAAA3', name: 'Whistle Kettle', award: 'Loud' },
        ],
      })
      const { body: revision } = await qa.get(`/api/articles/${id}/revision`)
      // It is the article that it revises, and not another one for its keyword.
      const { body: preflight } = await qa.get(`/api/articles/${id}/preflight`)
      expect(JSON.stringify(preflight.findings)).not.toMatch(/has another article/)
      expect(revision).toMatchObject({
        revises: { article_id: out.id },
        post: {
          id: out.postId,
          state: 'live',
          url: expect.stringContaining(name === 'a real WordPress' ? '/the-best-wp-kettles-' : '/posts/'),
        },
        others: ['A word of the editor.\n\nA word of the editor.'],
      })
      const verdicts = revision.places.map(({ label, verdict }: { label: string; verdict: string }) => [
        label,
        verdict,
      ])
      expect(verdicts).toEqual([
        ['Title', 'article'],
        ['Intro', 'article'],
        ['B0AAAAAAA1', 'article'],
        ['B0AAAAAAA2', 'same'],
        ['B0AAAAAAA3', 'article'],
        ['FAQs', 'same'],
      ])
      expect((await approve(id)).status).toBe(200)
      // Its words are the article’s at once, and the post’s when the site has taken them.
      expect(await read(out.id)).toMatchObject({
        status: 'published',
        title: 'Kettles, made better',
        version: 4,
      })
      await api.app.queue.drain()
      expect(await read(id)).toMatchObject({ status: 'published', wordpress_id: out.postId })
      const now = await read(out.id)
      expect(now).toMatchObject({ wordpress_id: out.postId, post: { url: out.url } })
      const { body: versions } = await qa.get(`/api/articles/${out.id}/versions`)
      expect(JSON.stringify(versions)).toContain(out.article.title)
      const written = await editor.content(out.postId)
      expect(written.split(PARAGRAPH)).toHaveLength(3)
      expect(written).toMatch(
        /Pour Kettle 2[\s\S]*A word of the[\s\S]*Simmer Kettle[\s\S]*Whistle Kettle[\s\S]*A word of the/,
      )
      expect(written).toContain('tag=kettles-20" rel="sponsored nofollow"')
      expect(now.events.at(-1)).toMatchObject({ action: 'revised', user: { id: qa.id } })
    })

    it('waits for a choice where the site has changed the same words, and writes the chosen text', async () => {
      const out = await published()
      const { body } = await update(out)
      const id: number = body.article_id
      await submit(id, { title: 'Ours', intro: 'Our intro.', products: [OVERALL, VALUE] })
      const content = await editor.content(out.postId)
      await editor.write(out.postId, {
        title: 'Theirs',
        content: content.replace('They pour.', 'Their intro.'),
      })
      const refused = await approve(id)
      expect([refused.status, refused.body.message]).toEqual([
        409,
        '2 parts of the post were also changed on its site. Choose which text to keep.',
      ])
      expect((await read(out.id)).title).toBe(out.article.title)
      const choose = (key: string, take: string, [live, wanted]: readonly string[], by = qa) =>
        by.put(`/api/articles/${id}/revision/choice`, { key, take, live, wanted })
      expect((await choose('title', 'post', ['Theirs', 'Ours'], requester)).status).toBe(403)
      expect((await choose('questions', 'post', ['Is it loud?', 'Is it loud?'])).status).toBe(409)
      await choose('title', 'post', ['Theirs', 'Ours'])
      // A choice made for other texts than the current ones does not count.
      await choose('intro', 'article', ['Other words.', 'Our intro.'])
      expect((await approve(id)).status).toBe(409)
      await choose('intro', 'article', ['Their intro.', 'Our first intro.'])
      expect((await approve(id)).status).toBe(409)
      expect((await choose('intro', 'article', ['Their intro.', 'Our intro.'])).body.places).toMatchObject([
        { take: 'post', verdict: 'both' },
        { take: 'article', verdict: 'both' },
        {},
        {},
        {},
      ])
      expect((await approve(id)).status).toBe(200)
      await api.app.queue.drain()
      const { body: after } = await qa.get(`/api/preview?site=${code}&id=${out.postId}`)
      expect(after.post).toMatchObject({ title: 'Theirs', introText: 'Our intro.' })
      expect((await read(id)).status).toBe('published')
    })

    it('leaves the fields that its editors changed, and asks about one that both have', async () => {
      const out = await published()
      const theirs = { excerpt: 'Written <em>by hand</em>.', author: 'A Guest' }
      await editor.write(out.postId, theirs)
      await editor.illustrate(out.postId)
      const first = (await update(out)).body.article_id
      await submit(first, { products: [{ ...OVERALL, summary: 'It pours well.' }, VALUE] })
      const { body: revision } = await qa.get(`/api/articles/${first}/revision`)
      expect(revision.places.slice(-3)).toMatchObject([
        { label: 'Excerpt', live: expect.stringMatching(/by hand/), verdict: 'post', take: 'post' },
        { label: 'Picture', live: expect.stringMatching(/theirs\.jpg$/), verdict: 'post', take: 'post' },
        { label: 'Author', live: 'A Guest', verdict: 'post', take: 'post' },
      ])
      expect((await approve(first)).status).toBe(200)
      await api.app.queue.drain()
      expect((await read(first)).status).toBe('published')
      expect(await editor.content(out.postId)).toContain('It pours well.')
      expect(await editor.fields(out.postId)).toEqual({ ...theirs, hasPicture: true })
      const second = (await requester.post(`/api/articles/${out.id}/revision`)).body.article_id
      await submit(second, { intro: 'They pour better.', products: [OVERALL, VALUE] })
      expect((await approve(second)).body.message).toMatch(/^One part of the post was also changed/)
      const { places } = (await qa.get(`/api/articles/${second}/revision`)).body
      const { key, live, wanted } = places.find(({ label }: { label: string }) => label === 'Excerpt')
      const choice = { key, take: 'post', live, wanted }
      expect((await qa.put(`/api/articles/${second}/revision/choice`, choice)).status).toBe(200)
      expect((await approve(second)).status).toBe(200)
      await api.app.queue.drain()
      expect(await editor.content(out.postId)).toContain('They pour better.')
      expect(await editor.fields(out.postId)).toEqual({ ...theirs, hasPicture: true })
      const third = (await requester.post(`/api/articles/${out.id}/revision`)).body.article_id
      await submit(third, { intro: 'They pour best.', products: [OVERALL, VALUE] })
      const other = (await qa.get(`/api/articles/${third}/revision`)).body.places.find(
        ({ label }: { label: string }) => label === 'Excerpt',
      )
      const ours = { key, take: 'article', live: other.live, wanted: other.wanted }
      await qa.put(`/api/articles/${third}/revision/choice`, ours)
      expect((await approve(third)).status).toBe(200)
      await api.app.queue.drain()
      expect(await editor.fields(out.postId)).toMatchObject({ excerpt: 'They pour best.', author: 'A Guest' })
    })

    it('keeps the choice for a post without a stored text, and writes it', async () => {
      const out = await published()
      const { body } = await update(out)
      const id: number = body.article_id
      await submit(id, { title: 'Ours, of old', products: [OVERALL, VALUE] })
      await editor.write(out.postId, { title: 'Theirs, of old' })
      await api.database.pool.query('delete from article_posts where article_id = $1', [out.id])
      const choice = { key: 'title', take: 'post', live: 'Theirs, of old', wanted: 'Ours, of old' }
      const { body: chosen } = await qa.put(`/api/articles/${id}/revision/choice`, choice)
      expect(chosen.places[0]).toMatchObject({ label: 'Title', verdict: 'both', take: 'post' })
      expect((await approve(id)).status).toBe(200)
      await api.app.queue.drain()
      const { body: after } = await qa.get(`/api/preview?site=${code}&id=${out.postId}`)
      expect(after.post.title).toBe('Theirs, of old')
      expect((await read(id)).status).toBe('published')
    })

    it('is asked about in its copy, where the site changed the same words after QA had agreed', async () => {
      const out = await published()
      const { body } = await update(out)
      await submit(body.article_id, { title: 'Ours, late', products: [OVERALL, VALUE] })
      expect((await approve(body.article_id)).status).toBe(200)
      await editor.write(out.postId, { title: 'Theirs, meanwhile' })
      await api.app.queue.drain()
      const waiting = (await read(out.id)).mirrors.find(({ target }: { target: string }) => target === 'post')
      expect(waiting).toMatchObject({
        state: 'failed',
        error: expect.stringMatching(/^One part of the post was also changed/),
      })
      const choice = {
        ...{ key: 'title', take: 'article' },
        ...{ live: 'Theirs, meanwhile', wanted: 'Ours, late' },
      }
      expect((await qa.put(`/api/articles/${out.id}/revision/choice`, choice)).status).toBe(200)
      await api.app.queue.drain()
      const { body: after } = await qa.get(`/api/preview?site=${code}&id=${out.postId}`)
      expect(after.post.title).toBe('Ours, late')
      expect((await read(body.article_id)).status).toBe('published')
    })

    it('is written once, with any number of copies, and its post is watched as before', async () => {
      const out = await published()
      const { body } = await update(out)
      await submit(body.article_id, { intro: 'Once.', products: [OVERALL, VALUE] })
      await approve(body.article_id)
      await api.app.queue.drain()
      const once = await editor.content(out.postId)
      // It is out itself, and yet no article of its own: the next update is one of the article.
      expect((await read(body.article_id)).status).toBe('published')
      expect((await requester.post(`/api/articles/${body.article_id}/revision`)).status).toBe(404)
      const mirror = api.app.jobs.find((job) => job.name === 'articles.mirror-post')
      await mirror?.run({ articleId: out.id })
      await mirror?.run({ articleId: body.article_id })
      expect(await editor.content(out.postId)).toBe(once)
      if (real && name === 'a real WordPress') {
        const $ = load(await (await fetch(`${real.url}/?p=${out.postId}`)).text())
        const [article, list] = JSON.parse($('script[type="application/ld+json"]').text())['@graph']
        expect([article.description, list.numberOfItems]).toEqual(['Once.', 2])
      }
      await editor.withdraw(out.postId)
      await reconcile()
      expect((await read(out.id)).post).toMatchObject({ state: 'withdrawn' })
      const notices = (await requester.get('/api/notices')).body.nodes
      const told = notices.filter(
        ({ kind, article }: { kind: string; article: { article_id: number } }) =>
          kind === 'post-lost' && article.article_id === out.id,
      )
      expect(told).toHaveLength(1)
    })
  })
})

import { escapeText } from '../markup/plain-text.ts'
import { startWebServer } from './web-server.ts'

export interface FakePost {
  id: number
  slug: string
  status: string
  title: string
  content: string
  /** What readers see, where plugins make something else of the content. */
  rendered?: string
  link?: string
  meta?: Record<string, string>
  date_gmt?: string
}

const stored = (post: FakePost) => ({
  date_gmt: null,
  modified_gmt: null,
  ...post,
  title: { raw: post.title },
  content: { raw: post.content, rendered: post.rendered ?? post.content },
})

/** As much of a publishing system as a mirror needs, with a memory and with bad days. */
export async function startFakeWordPress() {
  const vendor = {
    posts: [] as FakePost[],
    lastId: 99,
    /** What the next calls answer in the place of what they should. */
    failures: [] as number[],
    /** How many seconds they ask us to wait. */
    retryAfter: undefined as number | undefined,
    /** Text added to the next answer to a write, which makes it unreadable. */
    chatters: '',
    /** A post that is left out of lists, as those of others are where we may not see them. */
    hides: 0,
    /** Keeps what it was sent, and hangs up instead of saying so. */
    losesAnswers: 0,
    /** Status returned for every write to a post, while reads still work. */
    refusesWrites: undefined as number | undefined,
    /** Keeps something else of what a post is to say. */
    alters: undefined as ((content: string) => string) | undefined,
    /** Keeps the texts of fields escaped. */
    escapes: false,
    /** What an editor makes of a post in the moment in which it is written. */
    editsBeside: undefined as string | undefined,
  }
  const server = await startWebServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const reply = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      const failure = vendor.failures.shift()
      if (failure && vendor.retryAfter !== undefined) response.setHeader('retry-after', vendor.retryAfter)
      if (failure) return reply(failure, { code: 'out_of_order' })
      const url = new URL(request.url ?? '', 'http://x')
      const id = Number(/posts\/(\d+)$/.exec(url.pathname)?.[1] ?? 0)
      const known = vendor.posts.find((post) => post.id === id)
      if (request.method === 'GET' && id === 0) {
        const include = url.searchParams.get('include')?.split(',').map(Number)
        const status = url.searchParams.get('status')
        return reply(
          200,
          vendor.posts
            .filter(
              (post) =>
                post.id !== vendor.hides &&
                (include ? include.includes(post.id) : post.slug === url.searchParams.get('slug')) &&
                (status === 'any' || (status ?? 'publish').split(',').includes(post.status)),
            )
            .map(stored),
        )
      }
      if (id !== 0 && !known) return reply(404, { code: 'rest_post_invalid_id' })
      if (request.method === 'GET' && known) return reply(200, stored(known))
      if (vendor.refusesWrites !== undefined) return reply(vendor.refusesWrites, { code: 'out_of_order' })
      const body = JSON.parse(Buffer.concat(chunks).toString())
      if (vendor.alters && typeof body.content === 'string') body.content = vendor.alters(body.content)
      if (vendor.escapes)
        for (const [field, text] of Object.entries(body.meta ?? {}))
          body.meta[field] = escapeText(String(text))
      if (known) Object.assign(known, body, { meta: { ...known.meta, ...body.meta } })
      else vendor.posts.push({ id: ++vendor.lastId, link: 'https://wp.example/?p=1', ...body })
      if (vendor.losesAnswers > 0) {
        vendor.losesAnswers -= 1
        return request.socket.destroy()
      }
      const written = known ?? vendor.posts.at(-1)
      const answer = written && stored(written)
      if (vendor.chatters !== '') return response.end(`${vendor.chatters}${JSON.stringify(answer)}`)
      // A concurrent editor saves after the site has answered.
      if (written && vendor.editsBeside !== undefined) written.content = vendor.editsBeside
      return reply(known ? 200 : 201, answer)
    })
  })
  return {
    vendor,
    account: { baseUrl: `http://127.0.0.1:${server.port}`, user: 'desk', appPassword: 'secret' },
    /** The posts that were made of an article. */
    postsOf: (id: number) =>
      vendor.posts.filter(({ meta }) =>
        new RegExp(`^article-${id}-[0-9a-f]{8}$`).test(meta?.aop_article_id ?? ''),
      ),
    close: () => server.close(),
  }
}
export type FakeWordPress = Awaited<ReturnType<typeof startFakeWordPress>>

import type { ServerResponse } from 'node:http'
import { startWebServer } from './web-server.ts'

/** A post of a site that had readers before Copydesk came. */
export interface BlogPost {
  id: number
  title: string
  content: string
  status?: string
  /** ISO 8601 in UTC, without its zone. */
  date: string
  modified: string
  meta?: Record<string, string> | []
  picture?: string
}

export interface Mishap {
  /** What a call answers in the place of what it should: a status, or nothing but a closed connection. */
  fails?: number | 'hangs-up'
}

/** As much of a WordPress as reading its posts needs, with many posts and with bad days. */
export async function startBlogSite() {
  const blog = {
    posts: new Map<number, BlogPost>(),
    /** What the account may do. */
    capabilities: {
      edit_posts: true,
      upload_files: true,
      edit_others_posts: true,
      edit_published_posts: true,
    } as Record<string, boolean>,
    /** Asked of every call for posts, by the numbers that it names: whether it goes wrong. */
    mishap: (_ids: readonly number[]): Mishap => ({}),
    /** Posts that the site answers about in a way that nobody understands. */
    odd: new Set<number>(),
    /** A cache in front of it answers every page with the first one, and every post twice. */
    isCached: false,
    /** The calls that would change something: there must be none. */
    writes: [] as string[],
    /** The numbers of the posts that were handed out whole, in their order. */
    handedOut: [] as number[],
  }
  const reply = (response: ServerResponse, status: number, body: unknown, total?: number) =>
    response
      .writeHead(status, {
        'content-type': 'application/json',
        ...(total === undefined ? {} : { 'x-wp-total': String(total) }),
      })
      .end(JSON.stringify(body))
  const shown = (post: BlogPost) => ({
    id: post.id,
    status: post.status ?? 'publish',
    link: `https://blog.example/${post.id}/`,
    title: { raw: post.title },
    content: { raw: post.content, rendered: post.content },
    date_gmt: blog.odd.has(post.id) ? 'yesterday' : post.date,
    modified_gmt: post.modified,
    meta: post.meta ?? [],
    _embedded: post.picture === undefined ? {} : { 'wp:featuredmedia': [{ source_url: post.picture }] },
  })
  const server = await startWebServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://x')
    // What a site keeps is asked with OPTIONS, which changes nothing either.
    if (!['GET', 'OPTIONS'].includes(request.method ?? '')) blog.writes.push(`${request.method} ${pathname}`)
    if (pathname.endsWith('/users/me'))
      return reply(response, 200, { name: 'Desk', capabilities: blog.capabilities })
    const only = /posts\/(\d+)$/.exec(pathname)?.[1]
    const include = searchParams.get('include')?.split(',').map(Number)
    const { fails } = blog.mishap(only === undefined ? (include ?? []) : [Number(only)])
    if (fails === 'hangs-up') return request.socket.destroy()
    if (fails !== undefined) return reply(response, fails, { code: 'out_of_order' })
    if (only !== undefined) {
      const post = blog.posts.get(Number(only))
      return post ? reply(response, 200, shown(post)) : reply(response, 404, { code: 'rest_post_invalid_id' })
    }
    const statuses = (searchParams.get('status') ?? 'publish').split(',')
    const after = searchParams.get('modified_after')
    const found = [...blog.posts.values()]
      .filter((post) => statuses.includes(post.status ?? 'publish'))
      .filter((post) => include === undefined || include.includes(post.id))
      .filter((post) => after === null || `${post.modified}Z` > after)
      .toSorted((one, other) => one.id - other.id)
    const page = blog.isCached ? 1 : Number(searchParams.get('page') ?? 1)
    const most = Number(searchParams.get('per_page') ?? 10)
    if (page > 1 && (page - 1) * most >= found.length)
      return reply(response, 400, { code: 'rest_post_invalid_page_number' })
    const once = found.slice((page - 1) * most, page * most).map(shown)
    const nodes = blog.isCached && include !== undefined ? [...once, ...once] : once
    if (include !== undefined && searchParams.has('_embed')) blog.handedOut.push(...nodes.map(({ id }) => id))
    return reply(response, 200, nodes, found.length)
  })
  return {
    blog,
    account: { baseUrl: `http://127.0.0.1:${server.port}`, user: 'desk', appPassword: 'secret' },
    requests: server.requests,
    /** Puts a post in, or in the place of the one with its number. */
    put(post: Partial<BlogPost> & { id: number }) {
      const date = '2026-03-01T08:00:00'
      blog.posts.set(post.id, { title: `Post ${post.id}`, content: '', date, modified: date, ...post })
    },
    close: () => server.close(),
  }
}

import type { Pool } from 'pg'
import type { WordPressServer } from './wordpress-server.ts'

/** What editors of the site do. */
export interface SiteEditor {
  publish(id: number): Promise<void>
  withdraw(id: number): Promise<void>
  content(id: number): Promise<string>
  write(
    id: number,
    change: { title?: string; content?: string; excerpt?: string; author?: string },
  ): Promise<void>
  /** Gives it a picture of the site's own. */
  illustrate(id: number): Promise<void>
  fields(id: number): Promise<{ excerpt: string; author: string; hasPicture: boolean }>
}

/** Those of the built-in posts. */
export const builtInEditor = (pool: () => Pool): SiteEditor => ({
  async publish(id) {
    await pool().query("update site_posts set status = 'publish' where post_id = $1", [id])
  },
  async withdraw(id) {
    await pool().query("update site_posts set status = 'draft' where post_id = $1", [id])
  },
  async content(id) {
    const { rows } = await pool().query('select content from site_posts where post_id = $1', [id])
    return rows[0].content
  },
  async write(id, { title, content, excerpt, author }) {
    await pool().query(
      `update site_posts set title = coalesce($2, title), content = coalesce($3, content),
        excerpt = coalesce($4, excerpt), author_name = coalesce($5, author_name) where post_id = $1`,
      [id, title, content, excerpt, author],
    )
  },
  async illustrate(id) {
    const address = 'https://site.example/theirs.jpg'
    await pool().query('update site_posts set hero_image_url = $2 where post_id = $1', [id, address])
  },
  async fields(id) {
    const { rows } = await pool().query('select * from site_posts where post_id = $1', [id])
    const [{ excerpt, author_name: author, hero_image_url: picture }] = rows
    return { excerpt, author, hasPicture: picture === 'https://site.example/theirs.jpg' }
  },
})

async function askWordPress(real: WordPressServer | undefined, id: number, change?: object) {
  if (!real) throw new Error('There is no WordPress.')
  const answer = await fetch(`${real.url}/wp-json/wp/v2/posts/${id}?context=edit`, {
    method: change ? 'POST' : 'GET',
    headers: {
      authorization: `Basic ${Buffer.from(`${real.user}:${real.appPassword}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(change ? { body: JSON.stringify(change) } : {}),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as {
    content: { raw: string }
    excerpt: { raw: string }
    meta: { aop_author_name: string }
    featured_media: number
  }
}

/** Those of a WordPress. */
export const wordPressEditor = (real: () => WordPressServer | undefined): SiteEditor => {
  const wordPress = (id: number, change?: object) => askWordPress(real(), id, change)
  return {
    publish: async (id) => void (await wordPress(id, { status: 'publish' })),
    withdraw: async (id) => void (await wordPress(id, { status: 'draft' })),
    content: async (id) => (await wordPress(id)).content.raw,
    async write(id, { author, ...change }) {
      await wordPress(id, {
        ...change,
        ...(author === undefined ? {} : { meta: { aop_author_name: author } }),
      })
    },
    async illustrate(id) {
      await real()?.php(`
      $image = wp_insert_attachment(['post_mime_type' => 'image/jpeg', 'post_title' => 'Theirs'], 'theirs.jpg');
      update_post_meta(${id}, '_thumbnail_id', $image);
    `)
    },
    async fields(id) {
      const { excerpt, meta, featured_media: picture } = await wordPress(id)
      return { excerpt: excerpt.raw, author: meta.aop_author_name, hasPicture: picture > 0 }
    },
  }
}

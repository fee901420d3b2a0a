import { createTestDatabase } from '../db/testing.ts'
import { findSiteByCode } from '../features/ground/sites/store.ts'
import { createBuiltInPosts } from '../integrations/publishing-site/built-in.ts'
import type { PublishingSite } from '../integrations/publishing-site/port.ts'
import { createWordPress } from '../integrations/publishing-site/wordpress.ts'
import { buildSite } from './builders.ts'
import { noise } from './hostile-images.ts'
import { startWordPress, WORDPRESS_PATIENCE_MS } from './wordpress-server.ts'

export const HERO = '/images/hero-0123456789abcdef0123456789abcdef.jpg'

export interface PublishingStage {
  site: PublishingSite
  /** The same site, as another workspace uses it. */
  other?: PublishingSite
  /** The same site, for an account that may write posts, and no HTML of its own. */
  restricted?: PublishingSite
  /** What a key makes of a post's address. */
  slugOf(key: string): string
  /** As editors of the site do: they change the content and publish. */
  publish(id: number): Promise<void>
  edit(id: number, change: (content: string) => string): Promise<void>
  withdraw(id: number): Promise<void>
  /** Into the bin; true where there is one. */
  trash?(id: number): Promise<boolean>
  /** For good. */
  remove(id: number): Promise<void>
  /** The page that readers see. */
  page?(id: number): Promise<string>
  /** Gives it an address. */
  rename?(id: number, slug: string): Promise<void>
  close(): Promise<void>
}

export async function builtInStage(): Promise<PublishingStage> {
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
    async withdraw(id) {
      await pool.query("update site_posts set status = 'draft', published_at = null where post_id = $1", [id])
    },
    async remove(id) {
      await pool.query('delete from site_posts where post_id = $1', [id])
    },
    close,
  }
}

export async function wordPressStage(): Promise<PublishingStage> {
  const { url, user, appPassword, stop, php } = await startWordPress()
  const authorPassword = await php(`
    $id = wp_insert_user(['user_login' => 'writer', 'user_pass' => 'not used', 'role' => 'author']);
    [$password] = WP_Application_Passwords::create_new_application_password($id, ['name' => 'tests']);
    echo $password;
  `)
  const picture = { bytes: await noise(60, 40).jpeg().toBuffer(), type: 'image/jpeg' as const }
  const authorization = `Basic ${Buffer.from(`${user}:${appPassword}`).toString('base64')}`
  const siteOf = (id: string, account = { user, appPassword }) =>
    createWordPress({
      account: { baseUrl: url, ...account },
      loadImage: async (address) => (address === HERO ? picture : null),
      installation: async () => ({ id, since: new Date() }),
      // PHP's own server has four workers for everybody.
      timeoutMs: WORDPRESS_PATIENCE_MS,
    })
  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${url}/wp-json/wp/v2/posts/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(await answer.text())
  }
  const change = (id: number, body: object) => call('POST', String(id), body)
  return {
    site: siteOf('0a1b2c3d'),
    other: siteOf('ffffffff'),
    restricted: siteOf('0a1b2c3d', { user: 'writer', appPassword: authorPassword }),
    slugOf: (key) => `${key}-0a1b2c3d`,
    publish: (id) => change(id, { status: 'publish' }),
    withdraw: (id) => change(id, { status: 'draft' }),
    trash: (id) => call('DELETE', String(id)).then(() => true),
    remove: (id) => call('DELETE', `${id}?force=true`),
    page: async (id) => (await fetch(`${url}/?p=${id}`)).text(),
    rename: (id, slug) => change(id, { slug }),
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

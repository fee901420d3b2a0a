import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { runScript, startScript } from '../../../testing/run-script.ts'
import { idOf, keywordOf, layPosts, productOf } from '../../../testing/wordpress-posts.ts'
import {
  hasWordPress,
  startWordPress,
  WORDPRESS_PATIENCE_MS,
  type WordPressServer,
} from '../../../testing/wordpress-server.ts'

/** A site of some years. */
const POSTS = 2000
const places = Array.from({ length: POSTS }, (_, place) => place)

describe.runIf(hasWordPress)('adopting a real WordPress', () => {
  let wordPress: WordPressServer
  let api: Api
  let folder: string
  let siteId: number
  let settings: { WP_SITES: string }
  beforeAll(async () => {
    wordPress = await startWordPress()
    await layPosts(wordPress, POSTS)
    const { url, user, appPassword } = wordPress
    settings = { WP_SITES: JSON.stringify({ wp: { baseUrl: url, user, appPassword } }) }
    api = await startApi(settings, { wordPressTimeoutMs: WORDPRESS_PATIENCE_MS })
    siteId = (await buildSite(api.database.db, { code: 'wp', displayName: 'WordPress' })).id
    folder = await mkdtemp(join(tmpdir(), 'copydesk-adopt-'))
  })
  afterAll(async () => {
    await api?.close()
    await wordPress?.stop()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  const site = () => ({ folder, databaseUrl: api.database.url, settings })
  const content = async () => {
    const { rows } = await api.database.pool.query(
      `select post_id::int as id, title, focus_keyword, asins, picture_url, permalink, published_at, modified_at
       from content_posts where site_id = $1 and gone_at is null order by 1`,
      [siteId],
    )
    return rows
  }
  const expected = (place: number) => ({
    id: idOf(place),
    title: `Kettle number ${place}`,
    focus_keyword: keywordOf(place),
    asins: [productOf(place)],
    picture_url: expect.stringMatching(/\/kettle\.jpg$/),
    permalink: `${wordPress.url}/kettle-${place}/`,
    published_at: new Date('2025-03-01T12:00:00Z'),
    modified_at: new Date('2025-03-02T12:00:00Z'),
  })

  /** Leaves what it has written until its third step. */
  async function killInTheMiddle() {
    // It stands still in its third step, however quick the machine is.
    await api.database.pool.query(`
      create function stand_still() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$;
      create trigger stand_still before update on adoptions for each row when (new.done >= 60)
        execute function stand_still()`)
    const first = startScript('site.ts', ['adopt', 'wp'], site())
    const SLEEPER = "datname = current_database() and wait_event = 'PgSleep'"
    const sleepers = async () =>
      (await api.database.pool.query(`select pid from pg_stat_activity where ${SLEEPER}`)).rows
    await vi.waitFor(async () => expect(await sleepers()).toHaveLength(1), { timeout: 60_000, interval: 50 })
    first.child.kill('SIGKILL')
    await first.ended
    await api.database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${SLEEPER}`)
    await api.database.pool.query('drop trigger stand_still on adoptions; drop function stand_still')
  }

  async function isAskedWhatIsNew() {
    await wordPress.php(`
      wp_update_post(['ID' => ${idOf(0)}, 'post_title' => 'Another title']);
      wp_trash_post(${idOf(1)});
      wp_insert_post(['post_title' => 'A new post', 'post_status' => 'publish', 'post_content' => '[amazon box="B0NEWNEW01"]']);
    `)
    const tables = () =>
      wordPress.php(
        'global $wpdb; echo json_encode($wpdb->get_results("checksum table $wpdb->posts, $wpdb->postmeta"));',
      )
    const left = await tables()
    const keepCurrent = async () => {
      await api.runJob('adoptions.keep-current')
      await api.app.queue.drain()
      const eng = await api.as('eng')
      return (await eng.get(`/api/sites/${siteId}/adoption`)).body
    }
    const { news } = await keepCurrent()
    expect(news).toMatchObject({ state: 'finished', outcomes: { added: 1, changed: 1, gone: 1, refused: 0 } })
    const now = await content()
    expect(now).toHaveLength(POSTS)
    expect(now[0]).toMatchObject({ title: 'Another title', asins: [productOf(0)] })
    expect(now.at(-1)).toMatchObject({ title: 'A new post', asins: ['B0NEWNEW01'] })
    expect((await keepCurrent()).news.adoption_id).toBe(news.adoption_id)
    expect(await tables()).toBe(left)
  }

  it('resumes after a kill with nothing twice and nothing missing, with any product plugin, then syncs changes hourly despite the site’s clock and without writing', async () => {
    await killInTheMiddle()
    const { rows: half } = await api.database.pool.query('select done, total, ended_at from adoptions')
    expect(half).toEqual([{ done: 40, total: POSTS, ended_at: null }])
    const { code, said } = await runScript('site.ts', ['adopt', 'wp', '--report', 'report.csv'], site())
    expect(said).toContain(
      `Site wp: ${POSTS.toLocaleString('en')} posts read: ${POSTS.toLocaleString('en')} added.`,
    )
    expect(said).toContain(`They recommend ${POSTS.toLocaleString('en')} products.`)
    expect(code).toBe(0)
    expect(await content()).toEqual(places.map(expected))
    const report = await readFile(join(folder, 'report.csv'), 'utf8')
    expect(report.trimEnd().split('\n')).toHaveLength(POSTS + 1)
    const { rows } = await api.database.pool.query('select asin, article_count from products order by 1')
    expect(rows).toEqual(places.map((place) => ({ asin: productOf(place), article_count: 1 })))
    await isAskedWhatIsNew()
  })
})

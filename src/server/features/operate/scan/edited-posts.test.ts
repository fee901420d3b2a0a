import { afterEach, beforeEach, expect, it } from 'vitest'
import { startPostDesk } from '../../../testing/post-desk.ts'

let desk: Awaited<ReturnType<typeof startPostDesk>>
beforeEach(async () => {
  desk = await startPostDesk()
})
afterEach(() => desk.close())

it('posts edited at the site since Copydesk wrote them are found, with the changes and the way to the article', async () => {
  const { api, builtInId } = desk
  const { pool } = api.database
  const [kept, edited] = [await desk.approve(builtInId), await desk.approve(builtInId)]
  for (const id of [kept, edited]) await desk.mirror(id)
  await pool.query("update site_posts set status = 'publish'")
  await pool.query("update article_posts set state = 'live'")
  await pool.query(
    "update site_posts set title = 'A title of the editor' where post_id = (select wordpress_id from article_posts where article_id = $1)",
    [edited],
  )
  const eng = await api.as('eng')
  const { body } = await eng.get('/api/scan/posts-edited')
  expect(body.items).toMatchObject([
    { label: 'Posts', value: '1 of 2 posts changed outside', status: 'success', article_id: null },
    {
      value: expect.stringContaining('Title changed there since Copydesk wrote it'),
      status: 'warning',
      site_id: builtInId,
      article_id: edited,
    },
  ])
})

it('a post whose site does not answer is reported apart from those that were read', async () => {
  const { api } = desk
  await desk.mirror(await desk.approve())
  await api.database.pool.query("update article_posts set state = 'live'")
  desk.vendor.failures = Array.from({ length: 10 }, () => 401)
  const { body } = await (await api.as('eng')).get('/api/scan/posts-edited')
  expect(body.items[0]).toMatchObject({
    value: 'No post was read; 1 could not be read',
    status: 'warning',
    tip: 'The checks above show whether their sites answer.',
  })
})

import { request, unique } from './article-steps.ts'
import type { Session } from './fixtures.ts'
import { expect, test } from './fixtures.ts'

/** An approved article whose task is on the board. */
async function approved(owner: Session, reviewer: Session) {
  const title = unique('Followed to the end')
  const { article_id } = await request(owner, title)
  await reviewer.call('PATCH', `/api/articles/validate/${article_id}`, { command: 'approve' })
  const read = () => owner.call('GET', `/api/articles/${article_id}`)
  await expect.poll(async () => (await read()).asana_section?.name).toBe('Approved')
  return { title, read, ...(await read()) }
}

test('a task moved to Published waits there for its article, which is published with its post [TASK-001] [TASK-003] [TASK-019] [D35]', async ({
  page,
  sessionOf,
  signIn,
}) => {
  const qa = await signIn('qa')
  const article = await approved(await sessionOf('opm'), qa)
  await page.goto(`/articles?article=${article.article_id}`)
  const link = page.getByRole('dialog').getByRole('link', { name: /^Approved/ })
  await expect(link).toHaveAttribute('href', article.asana_url)
  await page.goto(article.asana_url)
  await expect(page.getByRole('heading', { name: article.title })).toBeVisible()
  await expect(page.getByText('Crestline (B0C9TR41XM), Best Overall')).toBeVisible()
  await page.getByRole('combobox', { name: 'Section' }).click()
  await page.getByTitle('Published').click()
  await expect.poll(async () => (await article.read()).asana_section?.name).toBe('Published')
  await expect.poll(async () => (await article.read()).wordpress_id).not.toBeNull()
  const { status, site, wordpress_id: post } = await article.read()
  expect(status).toBe('approved')
  await qa.call('POST', `/api/posts/${site.code.toLowerCase()}/${post}/publish`)
  expect((await article.read()).status).toBe('published')
  await expect(page.getByRole('switch', { name: 'Completed' })).toBeChecked({ timeout: 15_000 })
})

test('a comment on a task is visible to the next user', { tag: '@first' }, async ({ page, signIn }) => {
  const session = await signIn('opm')
  const { nodes } = await session.call('GET', '/api/articles?status[0]=approved')
  const { asana_url: url } = await session.call('GET', `/api/articles/${nodes[0].article_id}`)
  await page.goto(url)
  const words = unique('The photos are ready')
  await page.getByRole('textbox', { name: 'Comment' }).fill(words)
  await page.getByRole('button', { name: 'Comment' }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: words })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('paragraph').filter({ hasText: words })).toBeVisible()
})

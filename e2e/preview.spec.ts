import type { Page } from '@playwright/test'
import { SCRIPT_PAYLOADS } from '../src/server/testing/script-payloads.ts'
import type { Article } from '../src/shared/features/articles/articles/contract.ts'
import { expect, expectAccessible, type Session, test } from './fixtures.ts'
import { cut, watchForScripts } from './script-watch.ts'

/** An article of the sample that has a post, with at least this many products. */
async function articleWithPost(session: Session, status: 'approved' | 'published', products = 2) {
  const { nodes } = await session.call('GET', `/api/articles?status[0]=${status}`)
  for (const { article_id: id } of nodes) {
    const article: Article = await session.call('GET', `/api/articles/${id}`)
    if (article.wordpress_id && article.products.length >= products) return article
  }
  throw new Error('The sample has no such article.')
}
const addressOf = ({ site, wordpress_id }: Article) => `/preview/${site.code}/${wordpress_id}`
const sheet = (page: Page) => page.locator('.shop')

test('a post id leads from the article to the preview and on to its page [ART-047] [TASK-004]', async ({
  page,
  signIn,
}) => {
  const article = await articleWithPost(await signIn('opm'), 'approved')
  await page.goto(`/articles?article=${article.article_id}`)
  await page
    .getByRole('dialog')
    .getByRole('link', { name: String(article.wordpress_id) })
    .click()
  await expect(page).toHaveURL(addressOf(article))
  await expect(page.getByRole('heading', { level: 2, name: article.title })).toBeVisible()
  await page.getByRole('link', { name: 'Open post' }).click()
  await expect(page).toHaveURL(`/posts/${article.site.code}/${article.wordpress_id}`)
  await page.getByRole('link', { name: article.title }).click()
  await expect(page).toHaveURL(`/articles/${article.article_id}`)
  await expect(page.getByRole('article', { name: article.title })).toBeVisible()
})

test('the preview is a page of 750, full and collapsed, that anyone can open [PREV-005] [PREV-006] [PREV-016]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const article = await articleWithPost(await signIn('opm'), 'published')
  await page.goto(addressOf(article))
  for (const { name } of article.products) await expect(page.getByRole('article', { name })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Questions, answered' })).toBeVisible()
  expect((await sheet(page).boundingBox())?.width).toBe(750)
  await page.getByText('Collapsed', { exact: true }).click()
  await expect(page).toHaveURL(`${addressOf(article)}?view=collapsed`)
  await expect(page.getByRole('heading', { name: 'Questions, answered' })).toBeHidden()
  expect((await sheet(page).boundingBox())?.width).toBe(750)
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(await isTooWide()).toBe(false)
  await page.getByText('Full', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Questions, answered' })).toBeVisible()
  expect(await isTooWide()).toBe(false)
})

test('an approved article is published where its post is published', async ({ page, signIn, sessionOf }) => {
  const article = await articleWithPost(await sessionOf('opm'), 'approved')
  const qa = await signIn('qa')
  await page.goto(`/posts/${article.site.code}/${article.wordpress_id}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Post published')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeHidden()
  const { status } = await qa.call('GET', `/api/articles/${article.article_id}`)
  expect(status).toBe('published')
})

async function approveHostile(requester: Session, validator: Session): Promise<Article> {
  const [site] = await requester.call('GET', '/api/sites')
  const created: Article = await requester.call('POST', '/api/articles', {
    siteId: site.site_id,
    keywords: [{ keyword: 'hostile <img src=x onerror=alert(0)>' }],
    title: cut(SCRIPT_PAYLOADS.slice(9, 12).join(' '), 200),
    intro: SCRIPT_PAYLOADS.join('\n\n'),
    notes: SCRIPT_PAYLOADS.join('\n'),
    products: SCRIPT_PAYLOADS.map((payload, index) => ({
      asin: `B0XSS${String(index).padStart(5, '0')}`,
      name: payload,
      award: cut(payload, 30),
      summary: cut(payload, 200),
    })),
    faqs: SCRIPT_PAYLOADS.map((question) => ({ question })),
    draft: false,
  })
  await validator.call('PATCH', `/api/articles/validate/${created.article_id}`, { command: 'approve' })
  return created
}

test('article texts with markup are shown as they were typed [S13]', async ({ page, signIn, sessionOf }) => {
  test.slow()
  expect(SCRIPT_PAYLOADS.length).toBeGreaterThanOrEqual(60)
  const requester = await sessionOf('opm')
  const qa = await signIn('qa')
  const { article_id: id } = await approveHostile(requester, qa)
  const read = (): Promise<Article> => qa.call('GET', `/api/articles/${id}`)
  await expect.poll(async () => (await read()).wordpress_id, { timeout: 20_000 }).not.toBeNull()
  const article = await read()

  const { expectHarmless } = await watchForScripts(page)
  const places = [
    addressOf(article),
    `${addressOf(article)}?view=collapsed`,
    `/posts/${article.site.code}/${article.wordpress_id}`,
    `/articles?article=${id}`,
    `/articles/${id}`,
  ]
  for (const place of places) {
    await page.goto(place)
    await expect(page.getByText('<img src=x onerror=alert(10)>').first()).toBeVisible()
    await expect(page.getByRole('status')).toHaveCount(0)
    await expectHarmless([])
  }
  await page.goto(addressOf(article))
  for (const payload of SCRIPT_PAYLOADS)
    await expect(page.locator('.shop-questions dt').filter({ hasText: payload }).first()).toBeAttached()
  await expectHarmless(SCRIPT_PAYLOADS)
})

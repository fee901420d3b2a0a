import type { Page } from '@playwright/test'
import type { Article, ArticleRow } from '../src/shared/features/articles/contract.ts'
import { dialogOf, request, unique } from './article-steps.ts'
import { expect, type Session, test } from './fixtures.ts'

const detailsOf = (page: Page) => {
  const dialog = dialogOf(page, 'Article Details')
  const fact = (name: string) =>
    dialog.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]')
  return { dialog, fact }
}

/** An approved article of the sample with a picture and a validator, as the API tells it. */
async function approvedArticle(session: Session): Promise<Article> {
  const { nodes } = await session.call('GET', '/api/articles?status[0]=approved')
  const pictured = nodes.find((row: ArticleRow) => row.image_url !== null)
  return session.call('GET', `/api/articles/${pictured.article_id}`)
}

test('an approved article shows everything that is known of it [ART-036] [ART-038] [ART-039] [ART-040] [ART-041] [ART-042] [ART-043] [ART-045] [ART-047] [ART-048]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const article = await approvedArticle(await signIn('qa'))
  const path = `/api/articles/${article.article_id}`
  // A task elsewhere, and a post.
  await page.route(`**${path}`, async (route) => {
    const answer = await route.fetch()
    const linked = { asana_url: 'https://tasks.example/1', asana_section: null, wordpress_id: 4711 }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...linked } })
  })
  await page.goto(`/articles?article=${article.article_id}`)
  const { dialog, fact } = detailsOf(page)
  await expect(dialog.getByRole('heading', { name: article.title, exact: true })).toBeVisible()
  const picture = dialog.locator('img.picture')
  await expect(picture).toHaveAttribute('src', article.image_url ?? 'an image')
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(1)
  await expect(fact('Keyword')).toContainText(article.keywords[0]?.keyword ?? 'a keyword')
  await expect(fact('Site')).toHaveText(article.site.display_name)
  await expect(fact('Requested By')).toHaveText(`${article.user.first_name} ${article.user.last_name}`)
  await expect(fact('Status')).toHaveText('Approved')
  await expect(fact('Validated by')).toHaveText(
    `${article.qa_user?.first_name} ${article.qa_user?.last_name}`,
  )
  const task = fact('Task').getByRole('link')
  await expect(task).toHaveAttribute('href', 'https://tasks.example/1')
  await expect(task).toHaveAttribute('rel', 'noopener noreferrer')
  await expect(fact('Post id')).toHaveText('4711')
  const listed = dialog.locator('section', { has: page.getByRole('heading', { name: 'Products' }) })
  await expect(listed.getByRole('listitem')).toHaveCount(article.products.length)
  expect(article.products.length).toBeGreaterThan(0)
  for (const [index, { asin, name, award }] of article.products.entries()) {
    const product = listed.getByRole('listitem').nth(index)
    await expect(product.getByText(name, { exact: true })).toBeVisible()
    await expect(product.getByRole('link', { name: new RegExp(`^${asin}`) })).toBeVisible()
    await expect(product.getByText(award, { exact: true })).toBeVisible()
  }
})

test("'See more' opens the details of that article, which have an address [ART-027] [ART-035] [ART-036] [ART-037] [ART-039] [ART-041] [ART-042] [ART-044] [ART-049]", {
  tag: '@first',
}, async ({ page, signIn, sessionOf }) => {
  const title = unique('In every detail')
  const { article_id, keywords } = await request(await sessionOf('opm'), title)
  await signIn('qa')
  await page.goto('/articles')
  await page.getByRole('link', { name: `See more about ${title}` }).click()
  await expect(page).toHaveURL(new RegExp(`article=${article_id}`))
  const { dialog, fact } = detailsOf(page)
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(750)
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
  await expect(dialog.locator('.article-details-head').getByText(/^\d+ seconds? ago$/)).toBeVisible()
  await expect(fact('Keyword')).toHaveText(keywords[0].keyword)
  await expect(fact('Requested By')).toHaveText('Marcus Thiele')
  await expect(fact('Status')).toHaveText('Requested')
  await expect(fact('Validated by')).toHaveText('Pending')
  await expect(fact('Task').getByRole('link')).toHaveText(/^Requested/)
  await expect(fact('Post id')).toHaveText('Pending')
  await expect(dialog.getByRole('heading', { name: 'Rejection Notes' })).toBeVisible()
  await expect(dialog.getByText('None', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(dialog).toHaveCount(0)
})

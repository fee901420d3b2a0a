import { button, dialogOf, notice } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const COPIED_WITHIN = { timeout: 30_000 }

test('a market keyword is planned, moved, written about, published, and followed in the Content Tracker', {
  tag: '@first',
}, async ({ page, signIn, sessionOf }) => {
  test.setTimeout(180_000)
  const marcus = await sessionOf('opm')
  await signIn('qa')
  await page.goto('/keyword-opportunities?sort=publishBy&sortOrder=asc&includeText=lawn+mower')
  const rows = page.locator('.opportunities tbody tr:not(.expanded-row)')
  const row = rows.filter({ hasText: 'quiet lawn mower' }).first()
  await expect(row).toContainText(/by \d+ \w+|in season/)
  const keyword = (await row.locator('.opportunity-name a').textContent()) ?? ''
  await page.getByRole('button', { name: `More for ${keyword}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Plan …' }).click()
  const dialog = dialogOf(page, 'Plan a keyword')
  await expectAccessible(page)
  await dialog.getByLabel('Site', { exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'Hearthside' }).click()
  await button(dialog, 'Plan').click()
  await expect(notice(page, '1 keyword planned')).toBeVisible()
  await expect(row).toContainText('planned for')

  await page.getByText('Planner', { exact: true }).click()
  const card = page.locator('.plan-card').filter({ hasText: keyword })
  const months = page.locator('.plan-month')
  await expect(card).toBeVisible()
  await card.dragTo(months.nth(1))
  await expect(months.nth(1).getByText(keyword, { exact: true })).toBeVisible()
  await card.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await expect(months.nth(2).getByText(keyword, { exact: true })).toBeVisible()
  await expect(card).toBeFocused()
  await expectAccessible(page)
  await page.reload()
  await expect(months.nth(2).getByText(keyword, { exact: true })).toBeVisible()

  await page.getByRole('button', { name: `Request article about ${keyword}`, exact: true }).click()
  const article = dialogOf(page, /New Article/)
  const title = `The best ${keyword} of the year`
  await article.getByLabel('Title').fill(title)
  // Products of the same search are proposed; this article recommends another one.
  await expect(article.getByText(/^Proposed: /)).toBeVisible()
  const proposed = article.getByRole('button', { name: /^Remove Product / })
  for (let left = await proposed.count(); left > 0; left -= 1) {
    await proposed.last().click()
    await expect(proposed).toHaveCount(left - 1)
  }
  await button(article, 'Add product').click()
  await article.getByLabel('ASIN of product 1').fill('B0C9TR41XM')
  await article.getByLabel('Name of product 1').fill('Linden Southpaw')
  await article.getByLabel('Award of product 1').fill('Best Overall')
  await button(article, 'Submit').click()
  await button(dialogOf(page, 'Are you sure you want to submit this article?'), 'Yes').click()
  await expect(notice(page, 'Article submitted')).toBeVisible()
  await page.goto('/keyword-opportunities?source=planner')
  await expect(card).toContainText('Requested')

  const planned = async () =>
    (await marcus.call('GET', '/api/plans')).nodes.find(
      (each: { keyword: string }) => each.keyword === keyword,
    )
  const { article: written, keyword_id } = await planned()
  expect(keyword_id).toEqual(expect.any(Number))
  const qa = await sessionOf('qa')
  await qa.call('PATCH', `/api/articles/validate/${written.article_id}`, { command: 'approve' })
  await page.reload()
  await expect(card).toContainText('Approved')

  const postOf = async () => (await qa.call('GET', `/api/articles/${written.article_id}`)).wordpress_id
  await expect.poll(postOf, COPIED_WITHIN).toEqual(expect.any(Number))
  await page.goto(`/posts/hs/${await postOf()}`)
  await button(page, 'Publish').click()
  await button(dialogOf(page, `Publish “${title}”?`), 'Publish').click()
  await expect(notice(page, 'Post published')).toBeVisible()
  await expect.poll(async () => (await planned()).tracked, COPIED_WITHIN).not.toBeNull()

  await page.goto('/keyword-opportunities?source=planner')
  await expect(card).toContainText('Published')
  await card.getByRole('link', { name: `${keyword} in the Content Tracker` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Content Tracker' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: title }).first()).toBeVisible()
})

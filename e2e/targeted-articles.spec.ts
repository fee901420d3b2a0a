import { button, dialogOf, request, rowOf, unique } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { addKeyword, expectNoSidewaysScroll } from './keyword-steps.ts'

test('an article is found on the task board, targeted by a keyword, and let go again', async ({
  page,
  signIn,
}) => {
  const session = await signIn('opm')
  const title = unique('On the board')
  const { article_id: article } = await request(session, title)
  await expect.poll(async () => (await session.call('GET', `/api/articles/${article}`)).gid).not.toBeNull()
  const { keyword } = await addKeyword(session)
  await page.goto(`/keywords?${new URLSearchParams({ keyword })}`)
  await button(page, `Articles of ${keyword}`).click()
  const dialog = dialogOf(page, `Targeted Articles: ${keyword}`)
  await dialog.getByRole('combobox', { name: 'Search articles' }).fill(title)
  await page.locator('.ant-select-item-option').filter({ hasText: title }).click()
  await button(dialog, 'Add Article').click()
  const row = dialog.getByRole('row').filter({ hasText: title })
  await expect(row.getByText('Requested', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await button(row, `Remove ${title}`).click()
  await button(dialogOf(page, `Remove “${title}” from this keyword?`), 'Remove').click()
  await expect(row).toHaveCount(0)
  await button(dialog, 'Close').first().click()
  await expect(button(page, `Articles of ${keyword}`)).toHaveText('None')
  await page.goto('/articles')
  await expect(rowOf(page, title)).toBeVisible()
})

test('the pending articles of a keyword fit a phone', async ({ page, signIn }) => {
  const session = await signIn('opm')
  const [site] = await session.call('GET', '/api/sites')
  const { keyword, keyword_id: id } = await addKeyword(session)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/keywords?keyword_id=${id}&targets=${id}`)
  const dialog = dialogOf(page, `Targeted Articles: ${keyword}`)
  await dialog.getByRole('tab', { name: 'Pending articles' }).click()
  await button(dialog, `New article for ${site.display_name}`).click()
  await expect(dialog.getByRole('link')).toHaveText([`The best ${keyword}`])
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

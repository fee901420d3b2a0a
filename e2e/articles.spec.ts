import { dialogOf, request, sendBack, unique } from './article-steps.ts'
import { expect, expectAccessibleInBothThemes, test } from './fixtures.ts'

test('the next page of a list starts at its top, and Back returns to the previous page', async ({
  page,
  signIn,
}) => {
  await signIn('adm')
  await page.setViewportSize({ width: 1440, height: 500 })
  await page.goto('/articles?sort=title&sortOrder=asc')
  const rows = page.locator('tr[data-row-key]')
  await expect(rows).toHaveCount(20)
  const first = (await rows.first().textContent()) ?? ''
  // The page buttons are below the table.
  await page.getByTitle('2', { exact: true }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(rows.first()).not.toHaveText(first)
  await expect(rows.first()).toBeInViewport()
  await page.goBack()
  await expect(rows.first()).toHaveText(first)
})

test('the dialogs of an article are accessible in both themes', async ({ page, signIn, sessionOf }) => {
  const opm = await sessionOf('opm')
  const { article_id } = await request(opm, unique('Seen by everybody'))
  await sendBack(await sessionOf('qa'), article_id, 'Once more')
  await signIn('opm')
  await page.goto(`/articles/pending?edit=${article_id}`)
  await expect(dialogOf(page, /Edit Article/).getByLabel('Title')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await page.goto(`/articles?article=${article_id}`)
  await expect(dialogOf(page, 'Article Details').getByText('Once more').first()).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

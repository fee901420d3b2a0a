import { expect, expectAccessible, test } from './fixtures.ts'

test('a post gets the keyword that people search for, its site has it, and the log restores the old one [GSC-001] [GSC-007] [GSC-016] [GSC-020] [GSC-023]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  await signIn('opm')
  await page.goto('/gsc-keywords?query=Weighted+Blankets')
  const list = page.getByRole('region', { name: 'Keywords mismatch posts list' })
  const row = list.locator('tr[data-row-key]')
  await expect(row).toHaveCount(1)
  await page.getByRole('button', { name: 'Show details' }).click()
  const queries = page.getByRole('table', { name: /^Queries of / })
  await expect(queries.getByRole('row')).toHaveCount(5)
  await expect(page.getByRole('img', { name: /^Position by week/ })).toBeVisible()
  await queries
    .getByRole('row')
    .filter({ hasText: 'best by clicks' })
    .getByRole('button', { name: 'Apply Keywords' })
    .click()
  await expect(page.getByText("Don't forget to save changed keywords")).toBeVisible()

  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog')).toContainText('1 keyword to be saved')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Save 1' }).click()
  await expect(page.getByText('Posts keywords were updated, reloading data...')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByText("Don't forget to save changed keywords")).toBeHidden()

  await page.getByRole('link', { name: 'Actions Log' }).click()
  const log = page.getByRole('region', { name: 'Actions Log' })
  const line = log.locator('tr[data-row-key]').first()
  await expect(line).toContainText('best cooling weighted blanket')
  await expectAccessible(page)
  await line.getByRole('button', { name: /^Undo/ }).click()
  await expect(log.locator('tr[data-row-key]').first()).toContainText('Keyword restored')
  await page.getByRole('link', { name: /^Keywords mismatch/ }).click()
  await expect(row).toHaveCount(1)
})

test('posts that compete for a query are shown apart, and one of them gets another keyword', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await page.goto('/gsc-keywords?tab=rivals&query=camp+stove+for+windy')
  const list = page.getByRole('region', { name: 'Cannibalisation' })
  await expect(list.locator('tr[data-row-key]')).toHaveCount(1)
  await page.getByRole('button', { name: 'Show details' }).click()
  const posts = page.getByRole('region', { name: 'Posts of “camp stove for windy days”' })
  await expect(posts.getByRole('listitem')).toHaveCount(2)
  await expect(posts.getByRole('img', { name: / led in / })).toHaveCount(2)
  await posts.getByRole('button', { name: 'Positions and clicks by day' }).click()
  await expect(posts.getByRole('img', { name: /^Position and clicks of 2 posts/ })).toBeVisible()
  await expectAccessible(page)
  await posts.getByRole('button', { name: 'Use “best two burner camp stove”' }).click()
  await expect(page.getByText("Don't forget to save changed keywords")).toBeVisible()
  await page.getByRole('button', { name: 'Save 1' }).click()
  await expect(page.getByText('Posts keywords were updated, reloading data...')).toBeVisible()
  await page.getByRole('link', { name: 'Actions Log' }).click()
  const log = page.getByRole('region', { name: 'Actions Log' })
  const line = log.locator('tr[data-row-key]').first()
  await expect(line).toContainText('best two burner camp stove')
  await line.getByRole('button', { name: /^Undo/ }).click()
  await expect(log.locator('tr[data-row-key]').first()).toContainText('Keyword restored')
})

test('a query for which our site appears becomes a keyword, and striking distance a file', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await page.goto('/keyword-opportunities?source=searches&query=air+purifier+white')
  const list = page.getByRole('region', { name: 'From search console' })
  await expect(list.locator('tr[data-row-key]')).toHaveCount(1)
  await expectAccessible(page)
  await list.getByRole('button', { name: 'Add keyword air purifier white noise' }).click()
  await expect(list.getByText('In Copydesk')).toBeVisible()

  await page.goto('/gsc-keywords?tab=striking')
  await expect(page.getByText(/^Positions 4–20/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Start' }).click()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^Download/ }).click()
  expect((await download).suggestedFilename()).toMatch(/^striking-distance-90-days-/)
})

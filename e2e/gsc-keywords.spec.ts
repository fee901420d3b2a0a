import { expect, expectAccessible, test } from './fixtures.ts'

test('a post gets the keyword that people search for, its site has it, and the log takes it back [GSC-001] [GSC-007] [GSC-016] [GSC-020] [GSC-023]', async ({
  page,
  signIn,
}) => {
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
  await expectAccessible(page)

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

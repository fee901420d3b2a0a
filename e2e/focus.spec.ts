import { expect, test } from './fixtures.ts'

test('after adding a keyword with a button that disappears, the focus is in its row', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await page.goto('/keyword-opportunities?excludeExistingKeywords=true')
  const rows = page.locator('.opportunities tr[data-row-key]')
  const row = rows.nth(2)
  const key = (await row.getAttribute('data-row-key')) ?? ''
  await row.getByRole('button', { name: /^Add keyword/ }).focus()
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: /^Add keyword/ })).toHaveCount(0)
  await expect(page.locator(`tr[data-row-key="${key}"]`)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(3)).toBeFocused()
})

test('a dialog keeps the focus while it is open, and leaves it to its list if its opener is gone', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await page.goto('/gsc-keywords?query=Weighted+Blankets')
  const list = page.getByRole('region', { name: 'Keywords mismatch posts list' })
  await list.getByRole('button', { name: 'Show details' }).click()
  await page.getByRole('button', { name: 'Apply Keywords' }).first().click()
  await page.getByRole('button', { name: 'Preview' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  await expect.poll(() => dialog.evaluate((it) => it.contains(document.activeElement))).toBe(true)
  await dialog.getByRole('button', { name: 'Save 1' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Posts keywords were updated, reloading data...')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('main, main *'))).toBe(true)
})

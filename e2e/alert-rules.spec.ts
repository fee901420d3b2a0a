import { unique } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test('a rule is written beside its back-test and saved, its match links to the stock board, and a deletion can be undone', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await page.goto('/content-tracker')
  await page.getByRole('link', { name: /^Alert rules/ }).click()
  await expect(page).toHaveURL(/tab=alerts/)
  const list = page.getByRole('list', { name: 'Alert rules' })
  await expect(list.getByText('An earner is out of stock')).toBeVisible()

  await page.getByRole('button', { name: 'New rule' }).click()
  const name = unique('Money at risk')
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('combobox', { name: 'Event' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'a post’s earnings at risk' }).click()
  await page.getByRole('combobox', { name: 'Threshold' }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: '$25 a week' }).click()
  const test = page.getByRole('region', { name: 'Back-test' })
  await expect(test.getByText(/^would have alerted you \d+ times in the past \d+ days$/)).toBeVisible()
  await expect(test.getByText(/^at \$10 a week: \d+$/)).toBeVisible()
  await expect(test.getByText(/of 52 weeks known/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save rule' }).click()
  const row = list.getByRole('listitem').filter({ hasText: name })
  await expect(row).toContainText('a post’s earnings at risk are above $25 a week')
  await expect(row).toContainText(/\d+ posts? now/)

  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: /Undo/ }).click()
  await row.getByRole('button', { name }).click()

  const named = test.getByRole('list', { name: 'Today’s matches' }).getByRole('link').first()
  const title = (await named.textContent()) ?? ''
  await named.click()
  await expect(page).toHaveURL(/\/reports\/oos\?/)
  await expect(page.getByRole('textbox', { name: 'ASIN, name, article' })).toHaveValue(title)
})

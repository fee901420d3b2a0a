import type { ProductPage } from '../src/shared/features/products/product-library/contract.ts'
import { expect, expectAccessible, expectFits, test } from './fixtures.ts'

test('from the key / to a sold-out product, the file of its articles, and the screen that shows it [BOT-001] [BOT-002] [BOT-003] [BOT-004] [BOT-009]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const eng = await signIn('eng')
  const { nodes }: ProductPage = await eng.call('GET', '/api/products?stock=OUT_OF_STOCK&perPage=100')
  const product = nodes.find(({ countArticles }) => countArticles > 0)
  if (!product) throw new Error('Nothing in the sample is sold out.')

  await page.goto('/bot')
  await expect(page.getByRole('heading', { level: 1, name: 'Bot' })).toBeVisible()
  const talk = page.getByRole('log', { name: 'Conversation' })
  await expect(talk.getByText('Hello,')).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Message' })
  await field.blur()
  await page.keyboard.press('/')
  const shortcuts = page.getByRole('listbox', { name: 'Shortcuts' })
  await expect(shortcuts.getByRole('option')).toHaveCount(7)
  await expectAccessible(page)

  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('/stock ')
  await field.pressSequentially(product.asin.slice(0, -1))
  await shortcuts.getByRole('option', { name: product.asin }).click()
  await expect(talk.getByText(/^Out of stock (for \d+ days?|since today)\./)).toBeVisible()
  await expect(talk.getByText('Out of Stock', { exact: true })).toBeVisible()
  await expect(field).toHaveValue('')
  for (const width of [1440, 1280, 390]) await expectFits(page, width)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await talk.getByRole('button', { name: /as XLSX$/ }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: `Download ${product.asin}-articles.xlsx` }).click()
  expect((await file).suggestedFilename()).toBe(`${product.asin}-articles.xlsx`)
  await page.keyboard.press('Escape')

  await talk.getByRole('link', { name: 'Open product' }).click()
  await expect(page).toHaveURL(new RegExp(`/products\\?.*productId=${product.product_id}`))
  await expect(page.getByRole('dialog')).toContainText(product.asin)

  // Another visit starts another chat.
  await page.goto('/bot')
  await expect(talk.getByText('Hello,')).toBeVisible()
  await expect(talk.getByText(product.asin)).toHaveCount(0)
})

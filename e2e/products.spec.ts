import type { Locator } from '@playwright/test'
import type { FoundProducts } from '../src/shared/features/products/products/contract.ts'
import { button, dialogOf, notice, request, sendBack, unique } from './article-steps.ts'
import { expect, expectAccessible, type Session, test } from './fixtures.ts'

const panelOf = (dialog: Locator) => dialog.getByRole('region', { name: 'Preflight' })
const finder = (dialog: Locator) => dialog.getByRole('combobox', { name: 'Find a product' })

/** A product of the catalogue, found by words of its name. */
async function productOf(session: Session, words: string) {
  const found: FoundProducts = await session.call(
    'GET',
    `/api/products/search?query=${encodeURIComponent(words)}`,
  )
  const [product] = found.products
  if (!product?.name) throw new Error(`Nothing in the catalogue is called ${words}.`)
  return { asin: product.asin, name: product.name }
}

test('an ASIN that becomes a dog bed’s is questioned, sent only with a reason, and QA reads both [U1]', async ({
  page,
  signIn,
  sessionOf,
}) => {
  const opm = await sessionOf('opm')
  const vacuum = await productOf(opm, 'Vantry Rover 7')
  const dogBed = await productOf(opm, 'Memory Lounger')
  const { article_id: id } = await request(opm, unique('Robot vacuums'), {
    products: [{ ...vacuum, award: 'Best Overall', summary: 'Finds its way.' }],
  })
  await sendBack(await sessionOf('qa'), id, 'Another vacuum, please')

  await signIn('opm')
  await page.goto(`/articles/pending?edit=${id}`)
  const dialog = dialogOf(page, /Edit Article/)
  await dialog.getByLabel('ASIN of product 1').fill(dogBed.asin)
  await expect(dialog.getByText(`In the shop, ${dogBed.asin} is “${dogBed.name}”.`)).toBeVisible()
  await expect(dialog.getByRole('img', { name: dogBed.name })).toBeVisible()
  await expect(dialog.getByLabel('Name of product 1')).toHaveValue(vacuum.name)
  await button(dialog, 'Keep mine').click()
  const finding = panelOf(dialog).getByRole('listitem').filter({ hasText: 'in the shop, not “' })
  await expect(finding).toContainText(`${dogBed.asin} is “${dogBed.name}” in the shop`)
  const reason = finding.getByLabel(/^Reason to submit anyway/)
  await button(dialog, 'Submit').click()
  await expect(reason).toBeFocused()
  await expect(finding.getByText('Missing reason')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type('The maker sells both under one number.')
  await button(dialog, 'Submit').click()
  await button(page.getByRole('dialog', { name: /^Are you sure/ }), 'Yes').click()
  await expect(notice(page, 'Article resubmitted')).toBeVisible()

  await signIn('qa')
  await page.goto(`/articles/${id}`)
  const article = page.getByRole('article')
  const note = article.getByRole('list', { name: 'Preflight: Product 1' })
  await expect(note).toContainText('in the shop, not “')
  await expect(note).toContainText('Marcus Thiele: “The maker sells both under one number.”')
  await expect(article.locator('.page-shop-name del')).toContainText(vacuum.name)
  await expect(article.locator('.page-shop-name ins')).toContainText(dogBed.name)
  await page.goto(`/articles/pending?edit=${id}`)
  const review = dialogOf(page, /Edit Article/)
  await expect(review.getByText('“The maker sells both under one number.”')).toBeVisible()
  const changed = review.getByRole('region', { name: 'Changed since the last return' })
  await expect(changed).toContainText(vacuum.name)
  await expect(changed).toContainText(dogBed.name)
})

for (const width of [1440, 390]) {
  test(`a product is found by name with the keys, and the dialog stays where it is, at ${width} pixels [U6]`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn('opm')
    await page.goto('/articles/pending?new=1')
    const dialog = dialogOf(page, /New Article/)
    await expect(panelOf(dialog)).toContainText('checks as you write')
    const places: { top: number; height: number }[] = []
    const measure = async () => {
      const box = await dialog.locator('.ant-modal-container').boundingBox()
      places.push({ top: box?.y ?? -1, height: box?.height ?? -1 })
    }
    await measure()
    await finder(dialog).click()
    await page.keyboard.type('memory loun')
    const option = dialog.getByRole('option', { name: /Memory Lounger/ })
    await expect(option).toBeVisible()
    await expect(option).toContainText(/\$|Out of stock|unavailable|out of stock/)
    await expect(option).toBeInViewport({ ratio: 1 })
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(option).toHaveCount(0)
    await expect(dialog).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Name of product 1')).toHaveValue(/Memory Lounger$/)
    await expect(dialog.getByLabel('Award of product 1')).toBeFocused()
    await page.keyboard.type('Best Nap')
    await measure()
    await button(dialog, 'Add product').click()
    await dialog.getByLabel('Intro', { exact: true }).fill('A long nap.\n'.repeat(12))
    await expect(panelOf(dialog).getByText('Product 2: Missing ASIN', { exact: true })).toBeVisible()
    await measure()
    await button(dialog, 'Submit').click()
    await expect(dialog.getByRole('alert').first()).toBeVisible()
    await measure()
    expect(new Set(places.map(({ top, height }) => `${top} ${height}`)).size, JSON.stringify(places)).toBe(1)
  })
}

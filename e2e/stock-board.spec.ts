import type { Page } from '@playwright/test'
import type { Candidates } from '../src/shared/features/articles/replacements/contract.ts'
import type { StockReportProduct } from '../src/shared/features/posts/stock-report/contract.ts'
import { unique } from './article-steps.ts'
import { expect, expectAccessible, expectFits, readFirst, type Session, test } from './fixtures.ts'

/** A product that is out of stock, with an available one of the same category. */
async function replaceable(session: Session) {
  const { nodes }: { nodes: StockReportProduct[] } = await session.call(
    'GET',
    '/api/stocks/oos-products?stock=OUT_OF_STOCK&perPage=100',
  )
  for (const product of nodes) {
    const found: Candidates = await session.call('GET', `/api/replacements/candidates?asin=${product.asin}`)
    const [candidate] = found.candidates
    if (candidate && product.at_risk !== null) return { product, candidate }
  }
  throw new Error('Nothing of the sample can be replaced.')
}

async function write(
  session: Session,
  { asin, title: name }: StockReportProduct,
  title: string,
  draft: boolean,
) {
  const [site] = await session.call('GET', '/api/sites')
  const { article_id: id } = await session.call('POST', '/api/articles', {
    siteId: site.site_id,
    keywords: [{ keyword: title.toLowerCase() }],
    title,
    products: [{ asin, name, award: 'Best Overall', summary: 'It holds.' }],
    faqs: [{ question: 'Does it hold?' }],
    draft,
  })
  return id as number
}
const asinsOf = async (session: Session, id: number) =>
  (await session.call('GET', `/api/articles/${id}`)).products.map(({ asin }: { asin: string }) => asin)

const panel = (page: Page) => page.getByRole('complementary', { name: /.+/ }).last()
const rowOf = (page: Page, asin: string) =>
  page.getByRole('region', { name: 'Products OOS, by product' }).locator(`tr[data-row-key="${asin}"]`)

test('sold out, revenue at risk, replace everywhere, undo', { tag: '@slow' }, async ({ page, signIn }) => {
  test.slow()
  const qa = await signIn('qa')
  const { product, candidate } = await replaceable(qa)
  const titles = [unique('Board journey draft'), unique('Board journey request')] as const
  const draft = await write(qa, product, titles[0], true)
  const requested = await write(qa, product, titles[1], false)

  await page.goto('/reports/oos')
  await expect(page.getByRole('columnheader', { name: 'At risk a week' })).toBeVisible()
  await page.getByText('By product', { exact: true }).click()
  await expect(page).toHaveURL(/group=product/)
  await expect(page.getByText(/at risk a week, \$[\d,.]+ a month: \d+ products in \d+ posts/)).toBeVisible()
  for (const width of [1440, 1280, 390]) await expectFits(page, width)
  await page.setViewportSize({ width: 1440, height: 900 })

  const row = rowOf(page, product.asin)
  await row.getByRole('button', { name: 'Show details' }).click()
  await expect(page.getByRole('list', { name: `Posts that recommend ${product.title}` })).toBeVisible()
  await row.getByRole('button', { name: `Replace ${product.title}` }).click()
  await expect(page).toHaveURL(new RegExp(`replace=${product.asin}`))
  await expect(page.getByRole('heading', { name: 'Replace everywhere' })).toBeVisible()
  await page.getByRole('radio', { name: candidate.name }).check()
  for (const title of titles)
    await expect(page.getByRole('checkbox', { name: title, exact: true })).toBeChecked()
  await expect(page.getByRole('heading', { name: 'What will change' })).toBeVisible()
  await expectAccessible(page)
  for (const width of [1440, 1280, 390]) await expectFits(page, width)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Nothing is changed before the button is clicked.
  expect(await asinsOf(qa, draft)).toEqual([product.asin])

  // Two articles can have the same title, so the checkboxes are identified by id.
  const ticked = await page
    .getByRole('checkbox', { checked: true })
    .evaluateAll((boxes) => boxes.map((box) => [box.id, (box as HTMLInputElement).labels?.[0]?.textContent]))
  for (const [id, title] of ticked)
    if (!titles.some((own) => own === title)) await page.locator(`[id="${id}"]`).uncheck()
  await page.getByRole('button', { name: 'Draft 2 updates' }).click()
  await expect(page).toHaveURL(/replacement=\d+/)
  await expect(panel(page).getByText('2 changed')).toBeVisible({ timeout: 30_000 })
  for (const id of [draft, requested]) expect(await asinsOf(qa, id)).toEqual([candidate.asin])
  await expectAccessible(page)

  await readFirst(page)
  await panel(page).getByRole('button', { name: 'Undo' }).click()
  await expect(panel(page).getByText('2 undone')).toBeVisible({ timeout: 30_000 })
  for (const id of [draft, requested]) expect(await asinsOf(qa, id)).toEqual([product.asin])
  await panel(page).getByRole('button', { name: 'Close' }).click()
  await page.getByText('Replaced', { exact: true }).click()
  const replaced = page.getByRole('region', { name: 'Replaced products' }).locator('tbody tr').first()
  await expect(replaced).toContainText(`replaced ${product.title}`)
  await expect(replaced).toContainText('undone')
  for (const width of [1440, 390]) await expectFits(page, width)
})

test('the report is grouped as the user chose, wherever its tab is pressed', async ({ page, signIn }) => {
  await signIn('opm')
  await page.goto('/reports/oos')
  const remembered = page.waitForResponse(
    (answer) => answer.request().method() === 'PUT' && answer.url().endsWith('/api/stats/choices'),
  )
  await page.getByText('By product', { exact: true }).click()
  await remembered
  await page.getByRole('link', { name: 'Keyword Winners' }).click()
  await page.getByRole('link', { name: 'Products OOS' }).click()
  await expect(page).toHaveURL(/group=product/)
  await expect(page.getByRole('region', { name: 'Products OOS, by product' })).toBeVisible()
})

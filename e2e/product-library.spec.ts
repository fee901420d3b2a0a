import type { Page } from '@playwright/test'
import type { ProductPage } from '../src/shared/features/products/product-library/contract.ts'
import { expect, expectAccessible, expectFits, type Session, test } from './fixtures.ts'

const rows = (page: Page) => page.getByRole('region', { name: 'Products' }).locator('tbody tr[data-row-key]')

/** The first product that is out of stock now, was in stock before, and is recommended by articles. */
async function soldOut(session: Session) {
  const { nodes }: ProductPage = await session.call('GET', '/api/products?stock=OUT_OF_STOCK&perPage=100')
  for (const product of nodes.filter((each) => each.recent.length > 2 && each.countArticles > 0)) {
    // Products that are available again today are only known to the marketplace until the next scan.
    const today = await session.call('GET', `/api/products/${product.product_id}/paapi`)
    if (JSON.stringify(today).includes('Temporarily out of stock.')) return product
  }
  throw new Error('Nothing in the sample is sold out.')
}

test('from the library to a sold-out product, its history, its marketplace and publisher data, and the articles that recommend it [PROD-001] [PROD-004] [PROD-008] [PROD-009] [PROD-018] [PROD-028]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const opm = await signIn('opm')
  const product = await soldOut(opm)
  await page.goto('/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Products Library' })).toBeVisible()
  await expect(rows(page)).toHaveCount(20)
  for (const width of [1440, 1280, 390]) await expectFits(page, width)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('radiogroup', { name: 'Stock' }).getByText('OUT_OF_STOCK').click()
  await expect(page).toHaveURL(/stock=OUT_OF_STOCK/)
  await expect(rows(page).first().getByText('Out of Stock', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Asin / Name' }).fill(product.asin)
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: `Details of ${product.name}` }).click()
  await expect(page).toHaveURL(new RegExp(`productId=${product.product_id}`))

  const details = page.getByRole('dialog')
  await expect(details.getByText('Out of Stock', { exact: true }).first()).toBeVisible()
  await expect(
    details.getByRole('img', { name: /^The last 90 days: out of stock on \d+ days?/ }),
  ).toBeVisible()
  await details.getByText('Scan history').click()
  await expect(details.getByRole('listitem').filter({ hasText: 'In Stock' }).first()).toBeVisible()
  await expect(details.getByRole('table', { name: 'Offers' })).toContainText('Temporarily out of stock.')
  await expectAccessible(page)
  await details.getByRole('tab', { name: 'STATS' }).click()
  await expect(page).toHaveURL(/tab=stats/)

  await details.getByRole('button', { name: /^Open \d+ articles?$/ }).click()
  const articles = page.getByRole('dialog').last()
  await expect(articles.locator('details').first()).toHaveAttribute('open', '')
  await expect(articles.getByText('Requester').first()).toBeVisible()
})

test('a link to a product opens it, and a link to a missing one says so and leads back to the list [PROD-002] [PROD-054] [PROD-055]', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 404 .* at \/api\/products\/999999/)
  const opm = await signIn('opm')
  const product = await soldOut(opm)
  await page.goto(`/products?productId=${product.product_id}`)
  await expect(page.getByRole('dialog')).toContainText(product.name)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.getByRole('dialog').getByRole('img', { name: /^The last 90 days/ })).toBeVisible()
  await expectFits(page, 390)
  await page.goto('/products?productId=999999')
  await expect(page.getByText('Product not found.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).not.toHaveURL(/productId/)
})

test('a scan of filtered products continues in the background, and shows its result', async ({
  page,
  signIn,
}) => {
  // The job waits in the queue of the same server.
  test.slow()
  const opm = await signIn('opm')
  const { asin } = await soldOut(opm)
  await page.goto(`/products?query=${asin}`)
  await expect(rows(page)).toHaveCount(1)
  // If the user leaves before the request reaches the server, nothing is requested.
  const heard = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/products/scans'),
  )
  await page.getByRole('button', { name: 'Scan stock' }).click()
  expect((await heard).status()).toBe(202)
  await page.goto('/tools')
  await page.goto('/products')
  await expect(page.getByText(/: \d+ scanned, \d+ sold out, \d+ restocked/)).toBeVisible({ timeout: 60_000 })
  await expect
    .poll(async () => (await opm.call('GET', '/api/products/scans')).last?.kind, { timeout: 20_000 })
    .toBe('asked')
})

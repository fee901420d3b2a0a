import { expect, expectAccessible, test } from './fixtures.ts'

test('a search that deserves an article is found by filters, inspected and added, and is in Copydesk from then on [OPP-001] [OPP-019] [OPP-039] [OPP-050]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  const session = await signIn('opm')
  await page.goto('/keyword-opportunities')
  await expect(page.getByRole('heading', { level: 1, name: 'Keyword Opportunities' })).toBeVisible()
  await expect(page.locator('.opportunities tbody tr')).toHaveCount(50)

  await page.getByRole('button', { name: 'All filters' }).click()
  await page.getByLabel('Include text').fill('snow shovel')
  await page.getByRole('spinbutton', { name: 'Competition, at most' }).fill('80')
  await page.getByRole('checkbox', { name: 'Exclude existing keywords' }).check()
  await expect(page).toHaveURL(/includeText=snow\+shovel/)
  await expect(page).toHaveURL(/excludeExistingKeywords=true/)
  const rows = page.locator('.opportunities tbody tr:not(.expanded-row)')
  await expect(rows.first()).toContainText('snow shovel')
  const name = (await rows.first().locator('.opportunity-name a').textContent()) ?? ''

  await rows.first().getByRole('button', { name: 'Show details' }).click()
  const details = page.getByRole('region', { name: `Details of ${name}` })
  for (const title of ['Search volume', 'Units sold', 'Average price', 'Seasonality'])
    await expect(details.getByRole('img', { name: new RegExp(`^${title} of ${name}`) })).toBeVisible()
  await expect(details.getByRole('region', { name: 'Top products' }).getByRole('listitem')).not.toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('checkbox', { name: 'Exclude existing keywords' }).uncheck()
  await page.getByRole('button', { name: `Add keyword ${name}`, exact: true }).click()
  const row = rows.filter({ has: page.getByText(name, { exact: true }) })
  await expect(row.getByRole('link', { name: 'In Copydesk' })).toBeVisible()
  const { keywords } = await session.call(
    'GET',
    `/api/keyword-opportunities?includeText=${encodeURIComponent(name)}`,
  )
  const added = keywords.find((each: { name: string }) => each.name === name)
  expect(added.keyword_id).toEqual(expect.any(Number))
  await page.reload()
  await row.getByRole('link', { name: 'In Copydesk' }).click()
  await expect(page).toHaveURL(new RegExp(`/keywords\\?keyword_id=${added.keyword_id}`))
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
})

test('permitted users look up searches and questions, and search products', async ({ page, signIn }) => {
  await signIn('qa')
  await page.goto('/keyword-research')
  await page.getByRole('textbox', { name: 'Keyword' }).fill('gooseneck kettle')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Keyword results' })).toContainText('gooseneck kettle')
  await expect(page.getByRole('region', { name: 'People also ask results' })).toContainText(
    'gooseneck kettle?',
  )
  await expectAccessible(page)

  await page.goto('/product-search')
  const prices = page.locator('.market-price strong')
  await expect(prices.first()).toBeVisible()
  const amounts = (await prices.allTextContents()).map((text) => Number(text.replace(/[$,]/g, '')))
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
  await page.getByRole('switch', { name: 'Show unavailable' }).click()
  await expect(page).toHaveURL(/showUnavailable=true/)
})

import type { Locator, Page } from '@playwright/test'
import type { Article, ArticleRow } from '../src/shared/features/articles/articles/contract.ts'
import type { ProductSummary } from '../src/shared/features/products/products/contract.ts'
import { button, dialogOf, notice, request, unique } from './article-steps.ts'
import { expect, expectAccessible, type Session, test } from './fixtures.ts'

/**
 * Products of the built-in catalogue in today's state: the products that are out of stock change from day to
 * day.
 */
async function goodsOfToday(session: Session) {
  const cards: ProductSummary[] = []
  // Oldest first: the sample's own articles, unaffected by articles that other tests add.
  for (const page of [1, 2]) {
    const { nodes } = await session.call(
      'GET',
      `/api/articles?sort=article_id&sortOrder=asc&page=${page}&status[0]=published&status[1]=approved`,
    )
    const articles: Article[] = await Promise.all(
      nodes.map(({ article_id: id }: ArticleRow) => session.call('GET', `/api/articles/${id}`)),
    )
    const asins = [...new Set(articles.flatMap(({ products }) => products.map(({ asin }) => asin)))]
    const asked = asins.slice(0, 100).map((asin) => `asins=${encodeURIComponent(asin)}`)
    cards.push(...(await session.call('GET', `/api/products/preview?${asked.join('&')}`)))
  }
  return (stock: ProductSummary['stock']) => {
    const found = cards.find((card) => card.stock === stock)
    if (!found) throw new Error(`No product of the sample is ${stock} today.`)
    return found.asin
  }
}

const panelOf = (dialog: Locator) => dialog.getByRole('region', { name: 'Preflight' })
const findingOf = (dialog: Locator, text: string | RegExp) =>
  panelOf(dialog).getByRole('listitem').filter({ hasText: text })
const goTo = (finding: Locator) => finding.getByRole('button', { name: /^Go to/ })

async function addProduct(dialog: Locator, place: number, product: { asin: string; award?: string }) {
  await button(dialog, 'Add product').click()
  await dialog.getByLabel(`ASIN of product ${place}`).fill(product.asin)
  await dialog.getByLabel(`Name of product ${place}`).fill(`Name ${place}`)
  await dialog.getByLabel(`Award of product ${place}`).fill(product.award ?? `Award ${place}`)
}

/** Opens the article dialog of a new request with a site and a keyword. */
async function openFilled(page: Page, keyword: string) {
  await page.goto('/articles/pending?new=1')
  const dialog = dialogOf(page, /New Article/)
  await dialog.getByLabel('Site', { exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'Hearthside' }).click()
  await dialog.getByLabel('Keyword', { exact: true }).fill(keyword)
  await dialog.getByLabel('Keyword', { exact: true }).press('Enter')
  return dialog
}

test('blocking findings appear while the article is typed, and each links to its field', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await page.goto('/articles/pending?new=1')
  const dialog = dialogOf(page, /New Article/)
  // Before the user has started to write, missing fields are not listed.
  await expect(panelOf(dialog)).toContainText('checks as you write')
  await expect(panelOf(dialog).getByRole('listitem')).toHaveCount(0)
  await dialog.getByLabel('Intro', { exact: true }).fill('Warm water.')
  for (const message of ['Missing Site', 'Missing keyword'])
    await expect(findingOf(dialog, message).getByRole('img', { name: 'blocking' })).toBeVisible()
  await expect(
    findingOf(dialog, 'Missing Site').getByRole('button', { name: 'Give a reason to QA' }),
  ).toHaveCount(0)
  await expect(panelOf(dialog).getByText('2 blocking')).toBeVisible()
  // No field is marked as wrong before the user tries to submit.
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expectAccessible(page)

  await goTo(findingOf(dialog, 'Missing keyword')).click()
  await expect(dialog.getByLabel('Keyword', { exact: true })).toBeFocused()
  await goTo(findingOf(dialog, 'Missing Site')).click()
  await expect(dialog.getByLabel('Site', { exact: true })).toBeFocused()
  await goTo(findingOf(dialog, 'The article has no products.')).click()
  await expect(button(dialog, 'Add product')).toBeFocused()
  await goTo(findingOf(dialog, 'The article has no hero image.')).click()
  await expect(dialog.getByLabel('Hero image URL')).toBeFocused()

  await button(dialog, 'Add product').click()
  await dialog.getByLabel('ASIN of product 1').fill('B0')
  const short = findingOf(dialog, 'Product 1: ASIN must have 10 characters')
  await expect(short).toBeVisible()
  await expect(findingOf(dialog, 'The article has no products.')).toHaveCount(0)
  await dialog.getByLabel('Keyword', { exact: true }).fill(unique('kettle'))
  await dialog.getByLabel('Keyword', { exact: true }).press('Enter')
  await expect(findingOf(dialog, 'Missing keyword')).toHaveCount(0)
  await goTo(short).click()
  await expect(dialog.getByLabel('ASIN of product 1')).toBeFocused()
})

test('preflight also checks the catalogue, other awards and other articles for the keyword', async ({
  page,
  signIn,
  sessionOf,
}) => {
  const opm = await sessionOf('opm')
  const today = await goodsOfToday(opm)
  const [sold, stocked] = [today('OUT_OF_STOCK'), today('IN_STOCK')]
  const [keyword, elsewhere] = [unique('garden hose'), unique('Hoses that last')]
  const award = unique('Best Grip')
  await request(opm, elsewhere, {
    keywords: [keyword],
    products: [{ asin: stocked, name: 'Elsewhere', award }],
  })
  await signIn('opm')
  const dialog = await openFilled(page, keyword)
  await addProduct(dialog, 1, { asin: 'ZZZZZZZZZZ' })
  await addProduct(dialog, 2, { asin: sold })
  await addProduct(dialog, 3, { asin: stocked, award: 'Worst Grip' })

  await expect(findingOf(dialog, 'ZZZZZZZZZZ isn’t in the catalogue.')).toBeVisible()
  await expect(findingOf(dialog, 'Name 2 is out of stock.')).toBeVisible()
  const contradiction = findingOf(
    dialog,
    `Name 3 is “Worst Grip” here and “${award}” in “${elsewhere}” (Requested).`,
  )
  await expect(contradiction).toBeVisible()
  const taken = findingOf(dialog, `“${keyword}” has another article: “${elsewhere}” on`)
  await expect(taken).toContainText('(Requested)')
  await expectAccessible(page)
  await goTo(contradiction).click()
  await expect(dialog.getByLabel('Award of product 3')).toBeFocused()
  await dialog.getByLabel('Award of product 3').fill(award.toUpperCase())
  await expect(contradiction).toHaveCount(0)
  await goTo(findingOf(dialog, 'Name 2 is out of stock.')).click()
  await expect(dialog.getByLabel('ASIN of product 2')).toBeFocused()
  await dialog.getByLabel('ASIN of product 1').fill(stocked)
  await expect(findingOf(dialog, 'isn’t in the catalogue')).toHaveCount(0)
  await expect(findingOf(dialog, 'Product 3: ASIN must be unique')).toBeVisible()
  await goTo(taken).click()
  await expect(dialog.getByLabel('Keyword', { exact: true })).toBeFocused()
})

test('a warning can be overridden with a reason, which QA reads; one without a reason counts before submitting', async ({
  page,
  signIn,
  sessionOf,
}) => {
  const opm = await sessionOf('opm')
  const keyword = unique('wool socks')
  await request(opm, unique('Socks already'), { keywords: [keyword] })
  await signIn('opm')
  const dialog = await openFilled(page, keyword)
  const taken = findingOf(dialog, 'has another article')
  await button(taken, 'Give a reason to QA').click()
  const reason = taken.getByLabel(/^Reason to submit anyway/)
  await expect(reason).toBeFocused()
  await page.keyboard.type('That one is about hiking, this one about offices')
  // A finding that remains keeps its field focused while the rest of the form is checked again.
  await dialog.getByLabel('Intro', { exact: true }).fill('Warm feet.')
  await expect(panelOf(dialog)).toHaveAttribute('aria-busy', 'false')
  await expect(reason).toHaveValue('That one is about hiking, this one about offices')
  await button(dialog, 'Submit').click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to submit this article?' })
  await expect(question.getByText('2 preflight warnings have no reason. QA will see that.')).toBeVisible()
  await button(question, 'Yes').click()
  await expect(notice(page, 'Article submitted')).toBeVisible()

  const { nodes } = await opm.call('GET', '/api/articles')
  await signIn('qa')
  await page.goto(`/articles/pending?edit=${nodes[0].article_id}`)
  const review = dialogOf(page, /Edit Article/)
  await expect(
    findingOf(review, 'has another article').getByText(
      'Marcus Thiele: “That one is about hiking, this one about offices”',
    ),
  ).toBeVisible()
  await expect(
    findingOf(review, 'The article has no products.').getByRole('button', { name: 'Give a reason to QA' }),
  ).toBeVisible()
})

test('on a phone the form is reachable behind the findings, and a reason can be typed', async ({
  page,
  signIn,
  sessionOf,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const keyword = unique('phone stand')
  await request(await sessionOf('opm'), unique('A stand already'), { keywords: [keyword] })
  await signIn('opm')
  const dialog = await openFilled(page, keyword)
  const taken = findingOf(dialog, 'has another article')
  await expect(taken).toBeVisible()
  const panel = await panelOf(dialog).boundingBox()
  const body = await dialog.locator('.dialog-body').boundingBox()
  expect(panel?.height, 'findings leave most of a phone to the form').toBeLessThan(844 / 3)
  expect(body?.height).toBeGreaterThan(844 / 3)
  await button(taken, 'Give a reason to QA').click()
  await expect(taken.getByLabel(/^Reason to submit anyway/)).toBeInViewport({ ratio: 1 })
  expect((await taken.getByLabel(/^Reason to submit anyway/).boundingBox())?.width).toBeGreaterThan(200)
})

import { button, notice, pictureOf, request, rowOf, sendBack, unique } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test.describe('My Pending Articles', () => {
  test('shows what waits with its products, age and notes [ART-009] [ART-010] [ART-011] [ART-012] [ART-013] [ART-015] [ART-018]', {
    tag: '@first',
  }, async ({ page, signIn, sessionOf }) => {
    const title = unique('Kettles that pour well')
    const opm = await sessionOf('opm')
    const products = [
      { asin: 'B0C9TR41XM', name: 'Crestline', award: 'Best Overall' },
      { asin: 'B0C9TR42XM', name: 'Moka Lane Duetto', award: 'Best for Two' },
    ]
    const picture = await pictureOf(opm)
    const { site } = await request(opm, title, { products, imageUrl: picture })
    const returned = unique('Kettles that came back')
    const { article_id: id } = await request(opm, returned)
    await sendBack(await sessionOf('qa'), id, 'Which of them did you weigh?')
    await opm.call('PATCH', `/api/articles/resubmit/${id}`, {
      articleReturnId: (await opm.call('GET', `/api/articles/${id}`)).returns[0].article_return_id,
      comments: 'All but the third.',
    })
    await signIn('qa')
    await page.goto('/articles/pending')
    await expect(page.getByRole('heading', { level: 1, name: 'My Pending Articles' })).toBeVisible()
    for (const name of ['Article', 'Products', 'Actions'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
    const row = rowOf(page, title)
    const [article, listed] = [
      row.getByRole('cell').nth(1),
      row.getByRole('cell').nth(2).getByRole('listitem'),
    ]
    await expect(article.locator('img.picture')).toHaveAttribute('src', picture)
    await expect(article.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(article.getByText('Requested', { exact: true })).toBeVisible()
    await expect(article.getByText(site.display_name, { exact: true })).toBeVisible()
    await expect(article.locator('time')).toHaveText(/^(\d+ seconds?|1 minute) ago$/)
    await expect(article.getByText(/ago · Marcus Thiele$/)).toBeVisible()
    await expect(listed).toHaveCount(2)
    for (const [index, { asin, name, award }] of products.entries()) {
      const product = listed.nth(index)
      await expect(product.getByText(name, { exact: true })).toBeVisible()
      await expect(product.getByText(award, { exact: true })).toBeVisible()
      const link = product.getByRole('link', { name: new RegExp(`^${asin}`) })
      await expect(link).toHaveAttribute('href', `https://www.amazon.com/dp/${asin}`)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    }
    await expect(rowOf(page, returned).getByText(/^Waits for QA, since/)).toBeVisible()
    await expect(rowOf(page, returned).getByText('Marcus: All but the third.')).toBeVisible()
    await row.getByRole('button', { name: 'Show details' }).click()
    const notes = page.getByRole('region', { name: `Rejection Notes of ${title}` })
    await expect(notes.getByText('None', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  test('offers each person what they may do, and only that [ART-118] [ART-119] [ART-120] [ART-121] [ART-122] [ART-123] [ART-124] [ART-125] [ART-126]', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const [opm, qa] = [await sessionOf('opm'), await sessionOf('qa')]
    const [draft, requested, returned] = [unique('A draft'), unique('A request'), unique('A return')]
    await request(opm, draft, { draft: true })
    await request(opm, requested)
    await sendBack(qa, (await request(opm, returned)).article_id, 'Once more')
    const offered = async (title: string) => {
      const labels = await rowOf(page, title)
        .locator('.article-actions')
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((each) => each.getAttribute('aria-label') ?? ''))
      return labels.map((label) => label.replace(` “${title}”`, ''))
    }
    await signIn('opm')
    await page.goto('/articles/pending')
    await expect(rowOf(page, requested).getByText('Waits for QA')).toBeVisible()
    expect(await offered(draft)).toEqual(['Edit', 'Delete'])
    expect(await offered(returned)).toEqual(['Edit', 'Resubmit', 'Cancel'])
    expect(await offered(requested)).toEqual([])
    await signIn('qa')
    await page.goto('/articles/pending')
    await expect(rowOf(page, requested)).toBeVisible()
    expect(await offered(requested)).toEqual(['Approve', 'Return', 'Reject', 'Review'])
    for (const others of [draft, returned]) await expect(rowOf(page, others)).toHaveCount(0)
  })

  test('a draft is deleted after one question that names it [ART-116] [ART-117]', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const title = unique('A draft to delete')
    await request(await sessionOf('opm'), title, { draft: true })
    await signIn('opm')
    await page.goto('/articles/pending')
    await rowOf(page, title)
      .getByRole('button', { name: /^Delete/ })
      .click()
    const question = page.getByRole('dialog', { name: `Delete “${title}”?` })
    await button(question, 'Delete').click()
    await expect(notice(page, 'Draft deleted')).toBeVisible()
    await expect(rowOf(page, title)).toHaveCount(0)
  })

  test('becomes cards on a phone, without scrolling sideways', async ({ page, signIn }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await signIn('qa')
    await page.goto('/articles/pending')
    await expect(page.locator('.pending-row').first()).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})

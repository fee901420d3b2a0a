import { button, dialogOf, notice, request, rowOf, sendBack, unique } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test.describe('My Pending Articles', () => {
  test('shows what waits with its products, age and notes [ART-009] [ART-010] [ART-011] [ART-012] [ART-013] [ART-015] [ART-018]', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const title = unique('Kettles that pour well')
    await request(await sessionOf('opm'), title)
    await signIn('qa')
    await page.goto('/articles/pending')
    await expect(page.getByRole('heading', { level: 1, name: 'My Pending Articles' })).toBeVisible()
    for (const name of ['Article', 'Products', 'Age', 'Actions'])
      await expect(page.getByRole('columnheader', { name, exact: true })).toBeVisible()
    const row = rowOf(page, title)
    await expect(row.getByText('Requested', { exact: true })).toBeVisible()
    await expect(row.getByText(/ago · Marcus Thiele/)).toBeVisible()
    const asin = row.getByRole('link', { name: /^B0C9TR41XM/ })
    await expect(asin).toHaveAttribute('href', 'https://www.amazon.com/dp/B0C9TR41XM')
    await expect(asin).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(row.getByText('Best Overall')).toBeVisible()
    await row.getByRole('button', { name: 'Show details' }).click()
    const notes = page.getByRole('region', { name: `Rejection Notes of ${title}` })
    await expect(notes.getByText('None', { exact: true })).toBeVisible()
    await expectAccessible(page)
  })

  test('offers each person what they may do, and only then [ART-118] [ART-119] [ART-120] [ART-121] [ART-122] [ART-125] [ART-126]', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const opm = await sessionOf('opm')
    const [draft, requested] = [unique('A draft'), unique('A request')]
    await request(opm, draft, { draft: true })
    await request(opm, requested)
    await signIn('opm')
    await page.goto('/articles/pending')
    await expect(rowOf(page, draft).getByRole('button', { name: /^Edit/ })).toBeVisible()
    await expect(rowOf(page, draft).getByRole('button', { name: /^Delete/ })).toBeVisible()
    await expect(rowOf(page, requested).getByText('Waits for QA')).toBeVisible()
    await signIn('qa')
    await page.goto('/articles/pending')
    for (const action of ['Approve', 'Return', 'Reject'])
      await expect(
        rowOf(page, requested).getByRole('button', { name: new RegExp(`^${action}`) }),
      ).toBeVisible()
    await expect(rowOf(page, draft)).toHaveCount(0)
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

  test('a returned article is canceled for good, and comes back when the server refuses [ART-111] [ART-112] [ART-113] [ART-166]', async ({
    page,
    signIn,
    sessionOf,
    allowConsole,
  }) => {
    allowConsole(/500/)
    const title = unique('Not worth it')
    const { article_id } = await request(await sessionOf('opm'), title)
    await sendBack(await sessionOf('qa'), article_id, 'Who needs this?')
    await signIn('opm')
    await page.goto('/articles/pending')
    await page.route('**/api/articles/cancel/*', (route) => route.fulfill({ status: 500, body: '{}' }))
    const cancel = rowOf(page, title).getByRole('button', { name: /^Cancel/ })
    const question = page.getByRole('dialog', { name: `Cancel “${title}”?` })
    await cancel.click()
    await expect(question.getByText('A canceled article cannot be brought back.')).toBeVisible()
    await button(question, 'Cancel the article').click()
    await expect(notice(page, 'Could not cancel the article')).toBeVisible()
    await expect(rowOf(page, title)).toBeVisible()
    await page.unroute('**/api/articles/cancel/*')
    await cancel.click()
    await button(question, 'Cancel the article').click()
    await expect(rowOf(page, title)).toHaveCount(0)
  })

  test('becomes cards on a phone, without scrolling sideways', async ({ page, signIn }) => {
    await page.setViewportSize({ width: 360, height: 780 })
    await signIn('qa')
    await page.goto('/articles/pending')
    await expect(page.locator('.pending-card').first()).toBeVisible()
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  })

  test("a failed read is titled 'Could not get articles' [ART-164]", async ({
    page,
    signIn,
    allowConsole,
  }) => {
    allowConsole(/500/)
    await signIn('qa')
    await page.route('**/api/articles/pending*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/articles/pending')
    await expect(page.getByText('Could not get articles')).toBeVisible({ timeout: 20_000 })
    await page.unroute('**/api/articles/pending*')
    await button(page, 'Retry').click()
    await expect(page.locator('.pending-row').first()).toBeVisible()
  })
})

test.describe('Articles History', () => {
  test('keeps filters, sort and page in its address [ART-019] [ART-020] [ART-021] [ART-024] [ART-025] [ART-026] [ART-028] [ART-029] [ART-030] [ART-132]', async ({
    page,
    signIn,
  }) => {
    await signIn('adm')
    await page.goto('/articles')
    await expect(page.getByRole('heading', { level: 1, name: 'Articles History' })).toBeVisible()
    await expect(page.getByPlaceholder('Requested At, from')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Users' })).toBeVisible()
    for (const name of [/^Title/, /^Site/, /^Requested by/, /^Requested at/, /^Status/])
      await expect(page.getByRole('columnheader', { name })).toBeVisible()
    const rows = page.locator('.ant-table-row')
    await expect(rows).toHaveCount(20)
    await expect(page.locator('.ant-pagination-options')).toHaveCount(0)
    await expectAccessible(page)

    await page.getByRole('columnheader', { name: /^Title/ }).click()
    await expect(page).toHaveURL(/sort=title&sortOrder=asc/)
    await page.getByTitle('2', { exact: true }).click()
    await expect(page).toHaveURL(/page=2/)
    await page
      .getByRole('columnheader', { name: /^Status/ })
      .getByRole('button')
      .click()
    await page.getByRole('menuitem', { name: 'Returned' }).click()
    await page.getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL(/status%5B%5D=returned|status\[\]=returned/)
    await expect(page).not.toHaveURL(/page=/)
    await expect(rows.first().getByText('Returned', { exact: true })).toBeVisible()
    await expect(page.locator('.ant-table-row .badge').filter({ hasNotText: 'Returned' })).toHaveCount(0)
    const filtered = await rows.count()
    await page.reload()
    await expect(rows).toHaveCount(filtered)
    await page.goBack()
    await expect(page).toHaveURL(/page=2/)
  })

  test('searches people once the typing has rested for a second, and filters by them [ART-022] [ART-023] [ART-127] [ART-133]', async ({
    page,
    signIn,
  }) => {
    await signIn('qa')
    await page.goto('/articles')
    await expect(page.locator('.ant-table-row').first()).toBeVisible()
    const searches: { query: string; at: number }[] = []
    page.on('request', (sent) => {
      const url = new URL(sent.url())
      const query = url.searchParams.get('query')
      if (url.pathname === '/api/users' && query) searches.push({ query, at: Date.now() })
    })
    const picker = page.getByRole('combobox', { name: 'Users' })
    await picker.click()
    await picker.pressSequentially('Marcus', { delay: 30 })
    const typedAt = Date.now()
    await page.locator('.ant-select-item-option').filter({ hasText: 'Marcus Thiele' }).click()
    expect(searches.map(({ query }) => query)).toEqual(['Marcus'])
    expect((searches[0]?.at ?? 0) - typedAt).toBeGreaterThan(900)
    await expect(page).toHaveURL(/users/)
    await expect(page.getByText('Marcus Thiele').first()).toBeVisible()
    await expect
      .poll(async () => {
        const names = await page.locator('.ant-table-row td:nth-child(3)').allTextContents()
        return names.length > 0 && names.every((name) => name === 'Marcus Thiele')
      })
      .toBe(true)
    await page.reload()
    await expect(page.locator('.ant-select-selection-item, .ant-select-content-item').first()).toContainText(
      'Marcus Thiele',
    )
  })

  test("'See more' opens the details of that article, which have an address [ART-027] [ART-035] [ART-036] [ART-037] [ART-038] [ART-039] [ART-040] [ART-041] [ART-042] [ART-043] [ART-044] [ART-045] [ART-046] [ART-047] [ART-048] [ART-049]", async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const title = unique('In every detail')
    const { article_id, keywords } = await request(await sessionOf('opm'), title)
    await signIn('qa')
    await page.goto('/articles')
    await page.getByRole('link', { name: `See more about ${title}` }).click()
    await expect(page).toHaveURL(new RegExp(`article=${article_id}`))
    const dialog = dialogOf(page, 'Article Details')
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(750)
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible()
    await expect(dialog.getByText(/seconds? ago/).first()).toBeVisible()
    const fact = (name: string) =>
      dialog.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd[1]')
    await expect(fact('Keyword')).toHaveText(keywords[0].keyword)
    await expect(fact('Site')).not.toBeEmpty()
    await expect(fact('Requested By')).toHaveText('Marcus Thiele')
    await expect(fact('Status')).toHaveText('Requested')
    await expect(fact('Validated by')).toHaveText('Pending')
    await expect(fact('Task')).toHaveText('Pending')
    await expect(fact('Post id')).toHaveText('Pending')
    await expect(dialog.getByRole('link', { name: /^B0C9TR41XM/ })).toBeVisible()
    await expect(dialog.getByText('Best Overall')).toBeVisible()
    await expect(dialog.getByRole('heading', { name: 'Rejection Notes' })).toBeVisible()
    await expect(dialog.getByText('None', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await expect(dialog).toHaveCount(0)
  })

  test('names its failures as the catalogue does [ART-157] [ART-158] [ART-159] [ART-160] [ART-165]', async ({
    page,
    signIn,
    allowConsole,
  }) => {
    allowConsole(/400/)
    await signIn('qa')
    await page.route(/\/api\/(articles|sites|users)(\/status|\/\d+)?(\?.*)?$/, (route) =>
      route.fulfill({ status: 400, contentType: 'application/json', body: '{"message":"Not today"}' }),
    )
    await page.goto('/articles?article=1')
    await expect(dialogOf(page, 'Article Details').getByText('Could not find the article')).toBeVisible()
    await expect(page.getByText('Articles could not be searched.')).toBeVisible()
    await expect(notice(page, 'Could not search list of status')).toBeVisible()
    await expect(notice(page, 'Could not search sites')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: 'Users' }).click()
    await expect(notice(page, 'Users could not be searched.')).toBeVisible()
  })
})

for (const theme of ['light', 'dark']) {
  test(`the article screens are accessible in the ${theme} theme`, async ({ page, signIn, sessionOf }) => {
    const opm = await sessionOf('opm')
    const { article_id } = await request(opm, unique('Seen by everybody'))
    await sendBack(await sessionOf('qa'), article_id, 'Once more')
    await signIn('opm')
    await page.evaluate((name) => localStorage.setItem('copydesk.theme', name), theme)
    await page.goto('/articles/pending')
    await expect(page.locator('.pending-row').first()).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/articles/pending?edit=${article_id}`)
    await expect(dialogOf(page, /Edit Article/).getByLabel('Title')).toBeVisible()
    await expectAccessible(page)
    await page.goto(`/articles?article=${article_id}`)
    await expect(dialogOf(page, 'Article Details').getByText('Once more').first()).toBeVisible()
    await expectAccessible(page)
  })
}

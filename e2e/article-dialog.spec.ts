import { button, dialogOf, fieldError, notice, request, rowOf, unique, watchWrites } from './article-steps.ts'
import { expect, expectAccessible, signInByForm, test } from './fixtures.ts'

test.describe('the article dialog', () => {
  test('takes a new article from its first word to QA [ART-050] [ART-051] [ART-052] [ART-053] [ART-054] [ART-055] [ART-056] [ART-059] [ART-060] [ART-061] [ART-062] [ART-063] [ART-066] [ART-067] [ART-068] [ART-073] [ART-077] [ART-151]', {
    tag: '@first',
  }, async ({ page, signIn }) => {
    const writes = watchWrites(page)
    await signIn('opm')
    await page.goto('/articles/pending')
    await button(page, 'New Article').click()
    await expect(page).toHaveURL(/[?&]new=1/)
    const dialog = dialogOf(page, /New Article/)
    await expect.poll(async () => (await dialog.boundingBox())?.width).toBe(750)
    await button(dialog, 'Submit').click()
    await expect(fieldError(dialog, 'Missing Site')).toBeVisible()
    await expect(fieldError(dialog, 'Missing keyword')).toBeVisible()
    await expect(dialog.getByLabel('Site', { exact: true })).toBeFocused()

    await dialog.getByLabel('Site', { exact: true }).click()
    await page.getByTitle('Hearthside').or(page.locator('.ant-select-item-option')).first().click()
    await expect(fieldError(dialog, 'Missing Site')).toHaveCount(0)
    const keyword = unique('air fryer')
    const keywords = dialog.getByLabel('Keyword', { exact: true })
    await keywords.fill(keyword)
    await keywords.press('Enter')
    await expect(dialog.getByLabel('Title')).toHaveValue(`The best ${keyword}`)
    for (const extra of ['toaster oven', 'small oven']) {
      await keywords.fill(extra)
      await keywords.press('Enter')
    }
    await button(dialog, 'Remove toaster oven').click()
    await dialog.getByLabel('Intro', { exact: true }).fill('It toasts.')
    await dialog.getByLabel('Notes', { exact: true }).fill('Mind the sponsor.')

    await button(dialog, 'Add product').click()
    const asin = dialog.getByLabel('ASIN of product 1')
    await expect(asin).toBeFocused()
    await asin.fill('b0c9tr41xm')
    await expect(asin).toHaveValue('B0C9TR41XM')
    await dialog.getByLabel('Name of product 1').fill('Crestline')
    await dialog.getByLabel('Award of product 1').fill('Best Overall')
    await expect(dialog.getByText('12 / 30')).toBeVisible()
    await dialog.getByLabel('Summary of product 1').fill('Toasts on both sides.')
    await button(dialog, 'Add question').click()
    await dialog.getByLabel('Question 1', { exact: true }).fill('Is it loud?')

    await button(dialog, 'Save Draft').click()
    await expect(notice(page, 'Draft saved')).toBeVisible()
    await expect(page).toHaveURL(/[?&]edit=\d+/)
    await expect(dialogOf(page, /Edit Article/)).toBeVisible()
    await page.keyboard.press('Control+Enter')
    const question = page.getByRole('dialog', { name: 'Are you sure you want to submit this article?' })
    await button(question, 'Yes').click()
    await expect(notice(page, 'Article submitted')).toBeVisible()
    await expect(rowOf(page, `The best ${keyword}`).getByText('Requested', { exact: true })).toBeVisible()

    const [created, submitted] = writes
    expect(created?.call).toBe('POST /api/articles')
    const product = {
      asin: 'B0C9TR41XM',
      name: 'Crestline',
      award: 'Best Overall',
      summary: 'Toasts on both sides.',
    }
    expect(created?.body).toMatchObject({ keywords: [keyword, 'small oven'], draft: true })
    expect(created?.body.products).toEqual([product])
    expect(submitted?.body.products).toEqual([product])
    expect(submitted?.call).toMatch(/^PUT \/api\/articles\/\d+$/)
    expect(submitted?.body).toMatchObject({ title: `The best ${keyword}`, draft: false })
  })

  test('a double click opens one confirmation, answers none, and sends nothing', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const { article_id } = await request(await sessionOf('opm'), unique('Double click'), { draft: true })
    await signIn('opm')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    const writes = watchWrites(page)
    await button(dialog, 'Submit').dblclick()
    const question = page.getByRole('dialog', { name: 'Are you sure you want to submit this article?' })
    await expect(question).toHaveCount(1)
    // The second click of a double click must not answer the question, whether on the button or beside it.
    const yes = await button(question, 'Yes').boundingBox()
    await page.mouse.move((yes?.x ?? 0) + 5, (yes?.y ?? 0) + 5)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await page.mouse.click(20, 20)
    expect(writes).toHaveLength(0)
    await expect(question).toBeVisible()
    await button(question, 'No').click()
    await expect(question).toBeHidden()
    expect(writes).toEqual([])

    await dialog.getByLabel('Notes', { exact: true }).fill('Once')
    await button(dialog, 'Save Draft').dblclick()
    await expect(notice(page, 'Draft saved')).toHaveCount(1)
    expect(writes).toHaveLength(1)
  })

  test('moves products with the keyboard and keeps the focus on the handle', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const products = ['A', 'B', 'C'].map((letter) => ({
      asin: letter.repeat(10),
      name: `Name ${letter}`,
      award: `Award ${letter}`,
    }))
    const { article_id } = await request(await sessionOf('opm'), unique('Order'), { products, draft: true })
    await signIn('opm')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    const names = () =>
      dialog
        .getByLabel(/^Name of product/)
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
    await dialog.getByRole('button', { name: /^Move Product 1/ }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await names()).toEqual(['Name B', 'Name A', 'Name C'])
    await expect(dialog.getByText('Product moved to place 2 of 3')).toBeAttached()
    await page.keyboard.press('ArrowDown')
    expect(await names()).toEqual(['Name B', 'Name C', 'Name A'])
    const handle = dialog.getByRole('button', { name: /^Move Product 3/ })
    await handle.hover()
    // Hovering may have scrolled the dialog.
    const first = await dialog.getByRole('button', { name: /^Move Product 1/ }).boundingBox()
    await page.mouse.down()
    await page.mouse.move((first?.x ?? 0) + 5, (first?.y ?? 0) + 5, { steps: 12 })
    await page.mouse.up()
    expect(await names()).toEqual(['Name A', 'Name B', 'Name C'])
    await dialog.getByRole('button', { name: 'Remove Product 2' }).click()
    expect(await names()).toEqual(['Name A', 'Name C'])
  })

  test('a request whose response was lost is one article, however often it is submitted [R17]', async ({
    page,
    signIn,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource: net::ERR_FAILED at \/api\/articles$/)
    const opm = await signIn('opm')
    const title = unique('Sent twice')
    await page.goto('/articles/pending?new=1')
    const dialog = dialogOf(page, /New Article/)
    await dialog.getByLabel('Site', { exact: true }).click()
    await page.locator('.ant-select-item-option').filter({ hasText: 'Hearthside' }).click()
    await dialog.getByLabel('Keyword', { exact: true }).fill(unique('kettle'))
    await dialog.getByLabel('Keyword', { exact: true }).press('Enter')
    await dialog.getByLabel('Title').fill(title)
    let isLost = true
    await page.route('**/api/articles', async (route) => {
      if (route.request().method() !== 'POST' || !isLost) return route.fallback()
      isLost = false
      await route.fetch()
      await route.abort()
    })
    const submit = async () => {
      await dialog.getByRole('button', { name: /Submit$/ }).click()
      await button(page.getByRole('dialog', { name: /Are you sure/ }), 'Yes').click()
    }
    await submit()
    await expect(notice(page, 'Could not submit the article')).toBeVisible()
    await submit()
    await expect(notice(page, 'Article submitted')).toBeVisible()
    const { nodes } = await opm.call('GET', '/api/articles')
    expect(nodes.filter((row: { title: string }) => row.title === title)).toHaveLength(1)
  })

  test('one user saves in two tabs at once: each field is decided, and no word is lost', async ({
    page,
    signIn,
    sessionOf,
    allowConsole,
  }) => {
    allowConsole(/status of 409 .* at \/api\/articles\/\d+$/)
    const opm = await sessionOf('opm')
    const { article_id } = await request(opm, unique('Both'), { draft: true, intro: 'First', notes: 'First' })
    await signIn('opm')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    await dialog.getByLabel('Intro', { exact: true }).fill('Mine')
    await opm.call('PATCH', `/api/articles/${article_id}`, { intro: 'Theirs', notes: 'Theirs too' })
    await button(dialog, 'Save Draft').click()
    const choice = dialog.getByRole('region', { name: 'Intro: two versions' })
    await expect(choice.getByText('Mine', { exact: true })).toBeVisible()
    await expect(choice.getByText('Theirs', { exact: true }).last()).toBeVisible()
    await expect(dialog.getByLabel('Notes', { exact: true })).toHaveValue('Theirs too')
    await expect(button(dialog, 'Save Draft')).toBeDisabled()
    await expectAccessible(page)
    await choice.getByText('Use the saved version').click()
    await expect(dialog.getByLabel('Intro', { exact: true })).toHaveValue('Theirs')
    await choice.getByText('Keep this version').click()
    await expect(dialog.getByLabel('Intro', { exact: true })).toHaveValue('Mine')
    await button(dialog, 'Save Draft').click()
    await expect(notice(page, 'Draft saved')).toBeVisible()
    const stored = await opm.call('GET', `/api/articles/${article_id}`)
    expect([stored.intro, stored.notes]).toEqual(['Mine', 'Theirs too'])
  })

  test('a session that ends during an edit restores the text after signing in', async ({
    page,
    signIn,
    sample,
    allowConsole,
  }) => {
    allowConsole(/status of 401 .* at \/api\/keywords$/)
    await signIn('opm')
    await page.goto('/articles/pending?new=1')
    const dialog = dialogOf(page, /New Article/)
    await dialog.getByLabel('Notes', { exact: true }).fill('Not to be lost')
    await page.route('**/api/keywords*', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body: '{"message":"Session ended"}' }),
    )
    await dialog.getByLabel('Keyword', { exact: true }).fill('ket')
    await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
    await page.unroute('**/api/keywords*')
    const person = sample.people.find(({ role }) => role.id === 'opm')
    await signInByForm(page, person?.username ?? '', sample.password)
    await expect(dialog.getByLabel('Notes', { exact: true })).toHaveValue('Not to be lost')
  })
})

import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, type Session, test } from './fixtures.ts'

const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })
const notice = (page: Page, text: string) =>
  page.locator('.ant-notification-notice').filter({ hasText: text })
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

let counter = 0
const unique = (words: string) => `${words} ${Date.now().toString(36)}${counter++}`

/** An article through the API. */
async function request(session: Session, title: string, changes: object = {}) {
  const [site] = await session.call('GET', '/api/sites')
  return session.call('POST', '/api/articles', {
    siteId: site.site_id,
    keywords: [unique('quiet kettle')],
    title,
    products: [{ asin: 'B0C9TR41XM', name: 'Crestline', award: 'Best Overall' }],
    faqs: [{ question: 'How loud is it?' }],
    draft: false,
    ...changes,
  })
}

async function sendBack(reviewer: Session, id: number, reason: string) {
  return reviewer.call('PATCH', `/api/articles/validate/${id}`, { command: 'return', reason })
}

/** The calls that change something, in their order. */
function watchWrites(page: Page) {
  const writes: { call: string; body: Record<string, unknown> }[] = []
  page.on('request', (sent) => {
    const path = new URL(sent.url()).pathname
    if (sent.method() === 'GET' || !/^\/api\/(articles|images)/.test(path)) return
    const isJson = sent.headers()['content-type']?.startsWith('application/json')
    writes.push({ call: `${sent.method()} ${path}`, body: isJson ? sent.postDataJSON() : {} })
  })
  return writes
}

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

test.describe('the article dialog', () => {
  test('takes a new article from its first word to QA [ART-050] [ART-051] [ART-052] [ART-053] [ART-054] [ART-055] [ART-056] [ART-059] [ART-060] [ART-061] [ART-062] [ART-063] [ART-066] [ART-067] [ART-068] [ART-073] [ART-077] [ART-151]', async ({
    page,
    signIn,
  }) => {
    const writes = watchWrites(page)
    await signIn('opm')
    await page.goto('/articles/pending')
    await button(page, 'New Article').click()
    await expect(page).toHaveURL(/[?&]new=1/)
    const dialog = dialogOf(page, /New Article/)
    expect((await dialog.locator('.ant-modal-container').or(dialog).first().boundingBox())?.width).toBe(750)
    await button(dialog, 'Submit').click()
    await expect(dialog.getByText('Missing Site')).toBeVisible()
    await expect(dialog.getByText('Missing keyword')).toBeVisible()
    await expect(dialog.getByLabel('Site', { exact: true })).toBeFocused()

    await dialog.getByLabel('Site', { exact: true }).click()
    await page.getByTitle('Hearthside').or(page.locator('.ant-select-item-option')).first().click()
    await expect(dialog.getByText('Missing Site')).toHaveCount(0)
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
    await dialog.getByLabel('Intro').fill('It toasts.')
    await dialog.getByLabel('Notes').fill('Mind the sponsor.')

    await button(dialog, 'Add product').click()
    const asin = dialog.getByLabel('ASIN of product 1')
    await expect(asin).toBeFocused()
    await asin.fill('b0c9tr41xm')
    await expect(asin).toHaveValue('B0C9TR41XM')
    await dialog.getByLabel('Name of product 1').fill('Crestline')
    await dialog.getByLabel('Award of product 1').fill('Best Overall')
    await expect(dialog.getByText('12 / 30')).toBeVisible()
    await button(dialog, 'Add question').click()
    await dialog.getByLabel('Question 1').fill('Is it loud?')
    await expectAccessible(page)

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
    expect(created?.body).toMatchObject({ keywords: [keyword, 'small oven'], draft: true })
    expect(submitted?.call).toMatch(/^PUT \/api\/articles\/\d+$/)
    expect(submitted?.body).toMatchObject({ title: `The best ${keyword}`, draft: false })
  })

  test('says beside each field what is missing [ART-069] [ART-070] [ART-071] [ART-072] [ART-074] [ART-075] [ART-078] [ART-079] [ART-081]', async ({
    page,
    signIn,
  }) => {
    await signIn('opm')
    await page.goto('/articles/pending?new=1')
    const dialog = dialogOf(page, /New Article/)
    for (const index of [1, 2, 3]) {
      await button(dialog, 'Add product').click()
      await dialog
        .getByLabel(`ASIN of product ${index}`)
        .fill(['B0C9TR41XM', 'b0c9tr41xm', 'B0'][index - 1] ?? '')
    }
    await button(dialog, 'Add product').click()
    await button(dialog, 'Add question').click()
    await button(dialog, 'Submit').click()
    for (const message of ['Missing Site', 'Missing keyword', 'Missing ASIN', 'ASIN must be unique'])
      await expect(dialog.getByText(message)).toHaveCount(1)
    await expect(dialog.getByText('ASIN must have 10 characters')).toHaveCount(1)
    await expect(dialog.getByText('Missing award')).toHaveCount(4)
    await expect(dialog.getByText('Missing name')).toHaveCount(4)
    await expect(dialog.getByText('Missing question')).toHaveCount(1)
    await expect(dialog.getByText(/summary/i)).toHaveCount(0)
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
    const first = await dialog.getByRole('button', { name: /^Move Product 1/ }).boundingBox()
    await handle.hover()
    await page.mouse.down()
    await page.mouse.move((first?.x ?? 0) + 5, (first?.y ?? 0) + 5, { steps: 12 })
    await page.mouse.up()
    expect(await names()).toEqual(['Name A', 'Name B', 'Name C'])
    await dialog.getByRole('button', { name: 'Remove Product 2' }).click()
    expect(await names()).toEqual(['Name A', 'Name C'])
  })

  test("has no 'Save Draft' once the article is no draft [ART-064] [ART-065]", async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const opm = await sessionOf('opm')
    const draft = await request(opm, unique('Still a draft'), { draft: true })
    const requested = await request(opm, unique('No draft'))
    await sendBack(await sessionOf('qa'), requested.article_id, 'Shorter, please')
    await signIn('opm')
    await page.goto(`/articles/pending?edit=${draft.article_id}`)
    await expect(button(dialogOf(page, /Edit Article/), 'Save Draft')).toBeVisible()
    await page.goto(`/articles/pending?edit=${requested.article_id}`)
    await expect(button(dialogOf(page, /Edit Article/), 'Submit')).toBeVisible()
    await expect(button(dialogOf(page, /Edit Article/), 'Save Draft')).toHaveCount(0)
  })

  test("a refused save is titled 'Could not save the article' or 'Could not submit the article' and loses nothing [ART-161] [ART-162]", async ({
    page,
    signIn,
    sessionOf,
    allowConsole,
  }) => {
    allowConsole(/500/)
    const { article_id } = await request(await sessionOf('opm'), unique('Refused'), { draft: true })
    await signIn('opm')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    await dialog.getByLabel('Intro').fill('Typed with care')
    await page.route(`**/api/articles/${article_id}`, (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
    )
    await button(dialog, 'Save Draft').click()
    await expect(notice(page, 'Could not save the article')).toBeVisible()
    await button(dialog, 'Submit').click()
    await button(page.getByRole('dialog', { name: /Are you sure/ }), 'Yes').click()
    await expect(notice(page, 'Could not submit the article')).toBeVisible()
    await expect(dialog.getByLabel('Intro')).toHaveValue('Typed with care')
  })

  test('two people save at once: each field is decided, and no word is lost', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const opm = await sessionOf('opm')
    const { article_id } = await request(opm, unique('Both'), { draft: true, intro: 'First', notes: 'First' })
    await signIn('opm')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    await dialog.getByLabel('Intro').fill('Mine')
    await opm.call('PATCH', `/api/articles/${article_id}`, { intro: 'Theirs', notes: 'Theirs too' })
    await button(dialog, 'Save Draft').click()
    const choice = dialog.getByRole('region', { name: 'Intro: two versions' })
    await expect(choice.getByText('Mine', { exact: true })).toBeVisible()
    await expect(choice.getByText('Theirs', { exact: true }).last()).toBeVisible()
    await expect(dialog.getByLabel('Notes')).toHaveValue('Theirs too')
    await expect(button(dialog, 'Save Draft')).toBeDisabled()
    await expectAccessible(page)
    await choice.getByText('Take theirs').click()
    await expect(dialog.getByLabel('Intro')).toHaveValue('Theirs')
    await choice.getByText('Keep mine').click()
    await expect(dialog.getByLabel('Intro')).toHaveValue('Mine')
    await button(dialog, 'Save Draft').click()
    await expect(notice(page, 'Draft saved')).toBeVisible()
    const stored = await opm.call('GET', `/api/articles/${article_id}`)
    expect([stored.intro, stored.notes]).toEqual(['Mine', 'Theirs too'])
  })

  test('asks before it throws typed text away', async ({ page, signIn }) => {
    await signIn('opm')
    await page.goto('/articles/pending?new=1')
    const dialog = dialogOf(page, /New Article/)
    await dialog.getByLabel('Notes').fill('A thought')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await button(question, 'Keep editing').click()
    await expect(dialog.getByLabel('Notes')).toHaveValue('A thought')
    await button(dialog, 'Close').click()
    await button(question, 'Discard').click()
    await expect(dialog).toHaveCount(0)
    await expect(page).not.toHaveURL(/new=1/)
  })

  test('a session that ends under the hands gives the text back after signing in', async ({
    page,
    signIn,
    sample,
  }) => {
    await signIn('opm')
    await page.goto('/articles/pending?new=1')
    const dialog = dialogOf(page, /New Article/)
    await dialog.getByLabel('Notes').fill('Not to be lost')
    await page.route('**/api/keywords*', (route) =>
      route.fulfill({ status: 401, contentType: 'application/json', body: '{"message":"Session ended"}' }),
    )
    await dialog.getByLabel('Keyword', { exact: true }).fill('ket')
    await page.getByLabel('Email').fill(sample.people.find(({ role }) => role.id === 'opm')?.username ?? '')
    await page.unroute('**/api/keywords*')
    await page.getByLabel('Password', { exact: true }).fill(sample.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(dialog.getByLabel('Notes')).toHaveValue('Not to be lost')
  })
})

/** The smallest PNG that a decoder takes. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test.describe('the hero image', () => {
  test('is uploaded, and only a JPEG or PNG is taken [ART-057] [ART-088] [ART-153] [ART-155]', async ({
    page,
    signIn,
  }) => {
    await signIn('opm')
    await page.goto('/articles/pending?new=1')
    const dialog = dialogOf(page, /New Article/)
    const input = dialog.locator('input[type=file]')
    await input.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: PNG })
    await expect(dialog.getByText('You can only upload JPG/PNG file!')).toBeVisible()
    const sent = page.waitForRequest((each) => each.url().endsWith('/api/images'))
    await input.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: PNG })
    expect((await sent).headers()['content-type']).toMatch(/^multipart\/form-data/)
    await expect(dialog.getByRole('img', { name: 'Hero image' })).toHaveAttribute('src', /^\/images\//)
    await expect(dialog.getByText('You can only upload JPG/PNG file!')).toHaveCount(0)
  })

  test('is taken over from a typed address after a pause of a second, and stays when that fails [ART-058] [ART-090] [ART-091] [ART-154] [ART-156]', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const opm = await sessionOf('opm')
    const keyword = unique('drip coffee')
    const { article_id, site_id } = await request(opm, unique('Pictures'), {
      draft: true,
      keywords: [keyword],
      imageUrl: '/images/before.png',
    })
    await page.route('**/images/before.png', (route) =>
      route.fulfill({ contentType: 'image/png', body: PNG }),
    )
    await page.route('**/images/after.png', (route) => route.fulfill({ contentType: 'image/png', body: PNG }))
    const writes = watchWrites(page)
    let isRefused = true
    await page.route('**/api/images', (route) =>
      isRefused
        ? route.fulfill({
            status: 422,
            contentType: 'application/json',
            body: '{"message":"No picture there"}',
          })
        : route.fulfill({ contentType: 'application/json', body: '{"image_url":"/images/after.png"}' }),
    )
    await signIn('opm')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    const address = dialog.getByLabel('Hero image URL')
    const picture = dialog.getByRole('img', { name: 'Hero image' })
    const started = Date.now()
    await address.pressSequentially('https://pictures.example/a.png')
    expect(writes).toEqual([])
    await expect(dialog.getByText('No picture there')).toBeVisible()
    expect(Date.now() - started).toBeGreaterThanOrEqual(1000)
    await expect(picture).toHaveAttribute('src', '/images/before.png')
    expect(writes).toEqual([
      {
        call: 'POST /api/images',
        body: {
          imageUrl: 'https://pictures.example/a.png',
          key: `${keyword.replaceAll(' ', '+')}+${site_id}`,
          site: site_id,
        },
      },
    ])
    isRefused = false
    await address.fill('https://pictures.example/b.png')
    await expect(picture).toHaveAttribute('src', '/images/after.png')
  })
})

test.describe('review', () => {
  test('a reason is asked for, and a return comes back with a reply [ART-016] [ART-017] [ART-082] [ART-083] [ART-084] [ART-085] [ART-087] [ART-101] [ART-105] [ART-107] [ART-108] [ART-109] [ART-110] [ART-146] [ART-149]', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const title = unique('Back and forth')
    const { article_id } = await request(await sessionOf('opm'), title)
    await signIn('qa')
    await page.goto('/articles/pending')
    for (const action of ['Reject', 'Return']) {
      await rowOf(page, title)
        .getByRole('button', { name: new RegExp(`^${action}`) })
        .click()
      const dialog = dialogOf(page, `${action} “${title}”`)
      await expect(dialog.getByRole('textbox')).toHaveCount(1)
      await button(dialog, action).click()
      await expect(dialog.getByText('Missing reason')).toBeVisible()
      if (action === 'Reject') await button(dialog, 'Cancel').click()
    }
    const returning = dialogOf(page, `Return “${title}”`)
    await returning.getByLabel('Reason').fill('The award is too long')
    await expectAccessible(page)
    await button(returning, 'Return').click()
    await expect(notice(page, 'Article returned')).toBeVisible()
    await expect(rowOf(page, title)).toHaveCount(0)

    const writes = watchWrites(page)
    const opm = await signIn('opm')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    await expect(dialog.getByText('The award is too long')).toBeVisible()
    await dialog.getByLabel('Award of product 1').fill('Best')
    await dialog.getByLabel('Reply to the latest return (optional)').fill('Shortened')
    await button(dialog, 'Submit').click()
    await button(page.getByRole('dialog', { name: /Are you sure/ }), 'Yes').click()
    await expect(notice(page, 'Article resubmitted')).toBeVisible()
    const stored = await opm.call('GET', `/api/articles/${article_id}`)
    expect(writes.map(({ call }) => call)).toEqual([
      `PUT /api/articles/${article_id}`,
      `PATCH /api/articles/resubmit/${article_id}`,
    ])
    expect(writes[1]?.body).toEqual({
      articleReturnId: stored.returns[0].article_return_id,
      comments: 'Shortened',
    })
    expect(stored).toMatchObject({ status: 'requested', products: [{ award: 'Best' }] })

    await rowOf(page, title).getByRole('button', { name: 'Show details' }).click()
    const notes = page.getByRole('region', { name: `Rejection Notes of ${title}` })
    await expect(notes.getByText('The award is too long')).toBeVisible()
    await expect(notes.getByText('Shortened')).toBeVisible()
  })

  test('approving saves the edits first and takes a comment along [ART-086] [ART-095] [ART-097] [ART-098] [ART-145]', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const { article_id } = await request(await sessionOf('opm'), unique('Nearly right'))
    const writes = watchWrites(page)
    const qa = await signIn('qa')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    await dialog.getByLabel('Title').fill('Exactly right')
    await dialog.getByLabel('QA comment (optional)').fill('Lovely')
    await button(dialog, 'Approve').click()
    await expect(notice(page, 'Article approved')).toBeVisible()
    expect(writes).toMatchObject([
      { call: `PUT /api/articles/${article_id}`, body: { title: 'Exactly right' } },
      { call: `PATCH /api/articles/validate/${article_id}`, body: { command: 'approve', reason: 'Lovely' } },
    ])
    const stored = await qa.call('GET', `/api/articles/${article_id}`)
    expect(stored).toMatchObject({ status: 'approved', title: 'Exactly right' })
    await page.goto(`/articles?article=${article_id}`)
    await expect(dialogOf(page, 'Article Details').getByText('Dana Okafor approved')).toBeVisible()
  })

  test('the row approves as well, without a comment, and a self-approval says so [ART-098]', async ({
    page,
    signIn,
  }) => {
    const title = unique('My own')
    const qa = await signIn('qa')
    const { article_id } = await request(qa, title)
    await page.goto('/articles/pending')
    await rowOf(page, title)
      .getByRole('button', { name: /^Approve/ })
      .click()
    const dialog = dialogOf(page, `Approve “${title}”`)
    await expect(dialog.getByText(/You requested this article yourself/)).toBeVisible()
    await button(dialog, 'Approve').click()
    await expect(rowOf(page, title)).toHaveCount(0)
    await page.goto(`/articles?article=${article_id}`)
    await expect(dialogOf(page, 'Article Details').getByText('self-approved')).toBeVisible()
  })

  test("a reason that could not be saved is titled 'Error on saving the reason.' and kept [ART-163]", async ({
    page,
    signIn,
    sessionOf,
    allowConsole,
  }) => {
    allowConsole(/500/)
    const title = unique('Stays here')
    await request(await sessionOf('opm'), title)
    await signIn('qa')
    await page.route('**/api/articles/validate/*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/articles/pending')
    await rowOf(page, title)
      .getByRole('button', { name: /^Reject/ })
      .click()
    const dialog = dialogOf(page, `Reject “${title}”`)
    await dialog.getByLabel('Reason').fill('Long explanation')
    await page.keyboard.press('Control+Enter')
    await expect(notice(page, 'Error on saving the reason.')).toBeVisible()
    await expect(dialog.getByLabel('Reason')).toHaveValue('Long explanation')
  })
})

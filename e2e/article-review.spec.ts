import { button, dialogOf, notice, request, rowOf, unique, watchWrites } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

test.describe('review', () => {
  test('a return requires a reason, and comes back with a reply [ART-016] [ART-017] [ART-082] [ART-083] [ART-084] [ART-085] [ART-087] [ART-101] [ART-105] [ART-107] [ART-108] [ART-109] [ART-110] [ART-146] [ART-149]', {
    tag: '@first',
  }, async ({ page, signIn, sessionOf }) => {
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

  test('approving saves the edits first and keeps a comment [ART-086] [ART-095] [ART-097] [ART-098] [ART-145]', {
    tag: '@first',
  }, async ({ page, signIn, sessionOf }) => {
    const { article_id } = await request(await sessionOf('opm'), unique('Nearly right'))
    const writes = watchWrites(page)
    const qa = await signIn('qa')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const dialog = dialogOf(page, /Edit Article/)
    await dialog.getByLabel('Title').fill('Exactly right')
    await dialog.getByLabel('QA comment (optional)').fill('Lovely')
    await button(dialog, 'Approve').click()
    await expect(notice(page, 'Article approved')).toBeVisible()
    const whole = {
      imageUrl: null,
      products: [{ award: 'Best Overall' }],
      draft: false,
      title: 'Exactly right',
    }
    expect(writes).toMatchObject([
      { call: `PUT /api/articles/${article_id}`, body: whole },
      { call: `PATCH /api/articles/validate/${article_id}`, body: { command: 'approve', reason: 'Lovely' } },
    ])
    const stored = await qa.call('GET', `/api/articles/${article_id}`)
    expect(stored).toMatchObject({ status: 'approved', title: 'Exactly right' })
    await page.goto(`/articles?article=${article_id}`)
    await expect(dialogOf(page, 'Article Details').getByText('Dana Okafor approved')).toBeVisible()
  })

  test('the row can approve as well, without a comment, and a self-approval says so [ART-098]', async ({
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

  test('returning from the article dialog sends only the reason [ART-099] [ART-100]', async ({
    page,
    signIn,
    sessionOf,
  }) => {
    const title = unique('Looked at closely')
    const { article_id } = await request(await sessionOf('opm'), title)
    const writes = watchWrites(page)
    await signIn('qa')
    await page.goto(`/articles/pending?edit=${article_id}`)
    const editor = dialogOf(page, /Edit Article/)
    await editor.getByLabel('Intro', { exact: true }).fill('An edit that stays behind')
    await button(editor, 'Return').click()
    const reason = dialogOf(page, `Return “${title}”`)
    await expect(reason.getByText(/This doesn’t save your edits/)).toBeVisible()
    await reason.getByLabel('Reason').fill('Too short')
    await page.keyboard.press('Control+Enter')
    await expect(notice(page, 'Article returned')).toBeVisible()
    await expect(editor).toHaveCount(0)
    expect(writes).toEqual([
      {
        call: `PATCH /api/articles/validate/${article_id}`,
        body: { command: 'return', reason: 'Too short', version: 1 },
      },
    ])
  })
})

import { button, notice, request, sendBack, unique } from './article-steps.ts'
import { expect, expectAccessibleInBothThemes, expectFits, test } from './fixtures.ts'

test('QA clears a queue by keyboard: two keys approve, three return, and the next article opens [ART-095] [ART-099]', async ({
  page,
  signIn,
  sessionOf,
  allowConsole,
}) => {
  // Who decides at once may be quicker than the word that somebody is at it.
  allowConsole(/409 \(Conflict\) at \/api\/articles\/\d+\/claim$/)
  const opm = await sessionOf('opm')
  const qa = await signIn('qa')
  // What waits before them is decided, so that the queue is theirs alone.
  const { nodes } = await qa.call('GET', '/api/articles/pending')
  for (const { article_id: id, status } of nodes)
    if (status === 'requested')
      await qa.call('PATCH', `/api/articles/validate/${id}`, { command: 'reject', reason: 'Cleared' })
  const ids: number[] = []
  for (let count = 1; count <= 4; count++)
    ids.push((await request(opm, unique(`Waits as number ${count}`))).article_id)

  await page.goto('/articles/pending')
  await page.getByRole('link', { name: /^Waits as number 1 / }).click()
  for (const [at, id] of ids.entries()) {
    await expect(page).toHaveURL(`/articles/${id}`)
    await expect(page.getByText(`1 of ${ids.length - at} in the queue`)).toBeVisible()
    const isApproved = at % 2 === 0
    // What speaks against it is read before it can be approved.
    await expect(button(page, 'Approve')).toBeEnabled()
    if (!isApproved) {
      await page.keyboard.press('r')
      await expect(page.getByLabel(/^Reason/)).toBeVisible()
      await page.keyboard.press('1')
    } else {
      await page.keyboard.press('a')
      await expect(page.getByLabel(/^Comment for/)).toBeFocused()
    }
    await page.keyboard.press('Control+Enter')
    await expect(notice(page, isApproved ? 'Article approved' : 'Article returned').first()).toBeVisible()
  }
  await expect(page).toHaveURL('/articles/pending')
  await expect(notice(page, 'That was the last one. Nothing waits for you.')).toBeVisible()
  const statuses = []
  for (const id of ids) statuses.push((await qa.call('GET', `/api/articles/${id}`)).status)
  expect(statuses.map((status) => (status === 'returned' ? status : 'approved'))).toEqual([
    'approved',
    'returned',
    'approved',
    'returned',
  ])
})

test('from its notice a requester reads why, corrects and sends the article again without leaving its page [ART-105] [ART-149]', async ({
  page,
  signIn,
  sessionOf,
}) => {
  const opm = await signIn('opm')
  const title = unique('Comes back')
  const { article_id: id } = await request(opm, title)
  await sendBack(await sessionOf('qa'), id, 'Say how you weighed them.')
  await page.goto('/notices')
  await page.getByRole('link', { name: title }).first().click()
  await expect(page).toHaveURL(`/articles/${id}`)
  await expect(
    page.getByRole('region', { name: 'Last return' }).getByText('Say how you weighed them.'),
  ).toBeVisible()
  const answer = page.getByRole('region', { name: 'Answer' })
  await button(answer, 'Edit').click()
  const dialog = page.getByRole('dialog', { name: /Edit Article/ })
  await dialog.getByLabel('Intro').fill('Weighed with battery and floor head.')
  await button(dialog, 'Submit').click()
  await button(page.getByRole('dialog', { name: /Are you sure/ }), 'Yes').click()
  await expect(notice(page, 'Article resubmitted')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/articles/${id}`))
  const article = page.getByRole('article', { name: title })
  await expect(article.getByText('Weighed with battery and floor head.')).toBeVisible()
  await expect(page.getByText(/One change since the return/)).toBeVisible()
})

test('the page of an article is read by everybody, on a phone too, in both themes', async ({
  page,
  signIn,
  sessionOf,
}) => {
  const opm = await sessionOf('opm')
  const { article_id: id } = await request(opm, unique('Looked at'), { intro: 'Nine kettles were weighed.' })
  const qa = await signIn('qa')
  await sendBack(qa, id, 'Ten, please.')
  const { returns } = await opm.call('GET', `/api/articles/${id}`)
  await opm.call('PUT', `/api/articles/${id}`, { intro: 'Ten kettles were weighed.' })
  await opm.call('PATCH', `/api/articles/resubmit/${id}`, {
    articleReturnId: returns[0].article_return_id,
  })
  await page.goto(`/articles/${id}`)
  await expect(page.locator('.page-article ins')).toHaveText(/Ten$/)
  await expectAccessibleInBothThemes(page)
  await button(page, 'Return').click()
  await expect(page.getByRole('list', { name: 'Quick reasons' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  for (const width of [390, 768, 1280]) await expectFits(page, width)
})

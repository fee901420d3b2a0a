import { button, dialogOf, notice, request, sendBack, unique } from './article-steps.ts'
import { expect, expectAccessible, test } from './fixtures.ts'

const FORMER = { asin: 'B0C9TR41XM', name: 'Crestline', award: 'Best Overall', summary: '' }

test('after a return QA sees each changed field, in the review and in the approval', async ({
  page,
  signIn,
  sessionOf,
}) => {
  const title = unique('Kettles for tea')
  const opm = await sessionOf('opm')
  const { article_id: id } = await request(opm, title, { intro: 'It boils.', products: [FORMER] })
  await sendBack(await sessionOf('qa'), id, 'Say how loud it is')
  await signIn('opm')
  await page.goto(`/articles/pending?edit=${id}`)
  const edit = dialogOf(page, /Edit Article/)
  await edit.getByLabel('Intro', { exact: true }).fill('It boils, and it whispers.')
  await edit.getByLabel('Award of product 1').fill('Quietest')
  await button(edit, 'Add question').click()
  await edit.getByLabel('Question 2', { exact: true }).fill('Does it whistle?')
  await edit.getByLabel('Reply to the latest return (optional)').fill('Done')
  await button(edit, 'Submit').click()
  await button(page.getByRole('dialog', { name: /Are you sure/ }), 'Yes').click()
  await expect(notice(page, 'Article resubmitted')).toBeVisible()

  await signIn('qa')
  for (const address of [`edit=${id}`, `decide=approve&on=${id}`]) {
    await page.goto(`/articles/pending?${address}`)
    const changes = page.getByRole('region', { name: 'Changed since the last return' })
    await expect(changes.getByRole('term')).toHaveText(['Intro', 'Product 1 · Award', 'Question'])
    const change = (field: string) => changes.locator('.change').filter({ hasText: field })
    // Only the added words: an added comma does not change the word before it.
    await expect(change('Intro').locator('del')).toHaveCount(0)
    await expect(change('Intro').locator('ins')).toHaveText(/, and it whispers$/)
    await expect(change('Award').locator('del')).toHaveText(/Best Overall$/)
    await expect(change('Award').locator('ins')).toHaveText(/Quietest$/)
    await expect(change('Question').locator('del')).toHaveCount(0)
    await expect(change('Question').locator('ins')).toHaveText(/Does it whistle\?$/)
    await expectAccessible(page)
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const isCut = await changes.evaluate((panel) => panel.scrollWidth > panel.clientWidth)
      expect(isCut, `${address} at ${width}`).toBe(false)
    }
  }
})

test('Article Details keep every version with its author and time', async ({ page, signIn, sessionOf }) => {
  const [title, first] = [unique('Second'), unique('First')]
  const [opm, qa] = [await sessionOf('opm'), await sessionOf('qa')]
  const { article_id: id } = await request(opm, first, { draft: true })
  await opm.call('PATCH', `/api/articles/${id}`, { title, draft: false })
  await qa.call('PATCH', `/api/articles/${id}`, { intro: 'Added by QA' })
  await signIn('opm')
  await page.goto(`/articles?article=${id}`)
  const details = dialogOf(page, 'Article Details')
  await details.getByText('Versions', { exact: true }).click()
  const versions = details.locator('.versions > ol > li')
  await expect(versions).toHaveCount(3)
  await expect(versions.nth(0)).toContainText('Dana Okafor saved')
  await expect(versions.nth(0).locator('ins')).toHaveText(/Added by QA$/)
  await expect(versions.nth(1)).toContainText('Marcus Thiele saved')
  await expect(versions.nth(1).locator('del')).toHaveText(new RegExp(`${first}$`))
  await expect(versions.nth(1).locator('ins')).toHaveText(new RegExp(`${title}$`))
  await expect(versions.nth(2)).toContainText('Marcus Thiele wrote it')
  await expectAccessible(page)
})

test('if two users review at once, the second merges, and the texts of both form a version', async ({
  page,
  signIn,
  sessionOf,
  allowConsole,
}) => {
  allowConsole(/status of 409 .* at \/api\/articles\/\d+$/)
  const { article_id: id } = await request(await sessionOf('opm'), unique('Both'), { intro: 'First' })
  const qa = await signIn('qa')
  await page.goto(`/articles/pending?edit=${id}`)
  const dialog = dialogOf(page, /Edit Article/)
  await dialog.getByLabel('Intro', { exact: true }).fill('Mine')
  const eng = await sessionOf('eng')
  await eng.call('PATCH', `/api/articles/${id}`, { intro: 'Theirs', notes: 'Theirs too' })
  await button(dialog, 'Approve').click()
  const choice = dialog.getByRole('region', { name: 'Intro: two versions' })
  await expect(choice.getByText('Mine', { exact: true })).toBeVisible()
  expect((await qa.call('GET', `/api/articles/${id}`)).status, 'nothing is approved unseen').toBe('requested')
  await choice.getByText('Keep mine').click()
  await button(dialog, 'Approve').click()
  await expect(notice(page, 'Article approved')).toBeVisible()
  expect(await qa.call('GET', `/api/articles/${id}`)).toMatchObject({
    status: 'approved',
    intro: 'Mine',
    notes: 'Theirs too',
  })
  await page.goto(`/articles?article=${id}`)
  const details = dialogOf(page, 'Article Details')
  await details.getByText('Versions', { exact: true }).click()
  const latest = details.locator('.versions > ol > li').first()
  await expect(latest).toContainText('Dana Okafor saved')
  await expect(latest.locator('del')).toHaveText(/Theirs$/)
  await expect(latest.locator('ins')).toHaveText(/Mine$/)
})

import { button, request, sendBack, unique } from './article-steps.ts'
import { expect, test } from './fixtures.ts'

/** The bell polls four times a minute. */
const RUNG_WITHIN = { timeout: 25_000 }
/** A writer of the sample without notices. */
const ELIAS = 'elias.norgate@copydesk.example'
/** A manager of the sample whose articles do not change while these tests run. */
const AMARA = 'amara.nwosu@copydesk.example'
const LUCIA = 'lucia.ferrante@copydesk.example'

test('a return rings the bell without a reload, and its notice leads to the article', {
  tag: '@slow',
}, async ({ sessionOf, openColleague }) => {
  const { page, session: lucia } = await openColleague(LUCIA)
  await lucia.call('POST', '/api/notices/read', { ids: 'all' })
  const title = unique('Rings the bell')
  const { article_id: id } = await request(lucia, title)
  await page.goto('/articles/pending')
  await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible()
  await sendBack(await sessionOf('qa'), id, 'The intro is missing')
  const bell = page.getByRole('link', { name: 'Notices, 1 unread' })
  await expect(bell).toBeVisible(RUNG_WITHIN)
  await expect(bell).toHaveText('1')

  await bell.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Notices' })).toBeVisible()
  const entry = page.getByRole('listitem').filter({ hasText: title })
  await expect(entry).toContainText('Dana Okafor returned your article')
  await expect(entry.getByText('The intro is missing')).toBeVisible()
  await expect(entry.getByRole('img', { name: 'unread' })).toBeVisible()
  await entry.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/articles/${id}`)
  const said = page.getByRole('region', { name: 'Last return' })
  await expect(said.getByText('The intro is missing')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeAttached()
  await page.goto('/notices')
  await expect(entry).toBeVisible()
  await expect(entry.getByRole('img', { name: 'unread' })).toHaveCount(0)
})

test('everything can be marked as read, page by page or at once', async ({ sessionOf, openColleague }) => {
  test.slow()
  const [{ page, session: lucia }, qa] = [await openColleague(LUCIA), await sessionOf('qa')]
  for (let count = 0; count < 21; count++) {
    const { article_id: id } = await request(lucia, unique(`Fine ${count}`))
    await qa.call('PATCH', `/api/articles/validate/${id}`, { command: 'approve' })
  }
  const { totalCount, unread_count: unreadCount } = await lucia.call('GET', '/api/notices')
  await page.goto('/notices')
  const unread = page.getByRole('img', { name: 'unread' })
  await expect(unread).toHaveCount(20)
  const first = await page.getByRole('main').getByRole('listitem').first().textContent()
  await page.getByTitle('2', { exact: true }).click()
  await expect(page).toHaveURL('/notices?page=2')
  await expect(page.getByRole('main').getByRole('listitem').first()).not.toHaveText(first ?? '')
  await expect(unread).toHaveCount(Math.min(20, unreadCount - 20))
  expect(totalCount).toBeGreaterThan(20)
  await button(page, 'Mark all as read').click()
  await expect(unread).toHaveCount(0)
  await expect(button(page, 'Mark all as read')).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible()
  expect((await lucia.call('GET', '/api/notices/count')).unread_count).toBe(0)
})

test('an approval leads to the page of its article', { tag: '@first' }, async ({
  sessionOf,
  openColleague,
}) => {
  const { page, session: lucia } = await openColleague(LUCIA)
  const title = unique('Goes on')
  const { article_id: id } = await request(lucia, title)
  const qa = await sessionOf('qa')
  await qa.call('PATCH', `/api/articles/validate/${id}`, { command: 'approve', reason: 'Well written' })
  await page.goto('/notices')
  const entry = page.getByRole('listitem').filter({ hasText: title })
  await expect(entry).toContainText('Dana Okafor approved your article')
  await expect(entry.getByText('Well written')).toBeVisible()
  await entry.getByRole('link', { name: title }).click()
  await expect(page).toHaveURL(`/articles/${id}`)
  await expect(page.getByRole('article', { name: title })).toBeVisible()
})

test('an empty page of notices says what will appear there', async ({ openColleague }) => {
  const { page } = await openColleague(ELIAS)
  await page.goto('/notices')
  await expect(page.getByText(/No notices yet/)).toBeVisible()
  await expect(button(page, 'Mark all as read')).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Notices', exact: true })).toBeVisible()
})

test('bell and notices fit the narrowest phone', async ({ sessionOf, openColleague }) => {
  const { page, session: amara } = await openColleague(AMARA)
  const { article_id: id } = await request(amara, unique('Small').padEnd(190, ' x'))
  await sendBack(await sessionOf('qa'), id, `${'Unbreakable'.repeat(30)} and more\n`.repeat(4))
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/notices')
  const bell = page.getByRole('link', { name: /^Notices, \d+ unread$/ })
  await expect(bell).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('link', { name: 'Copydesk' }).first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByText(/returned your article/).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

import { button, dialogOf, request, rowOf, unique } from './article-steps.ts'
import { expect, expectAccessible, type Session, test } from './fixtures.ts'

/** The second QA of the sample. */
const WEN = 'wen.castellane@copydesk.example'
/** Others see a claim within five seconds. */
const SEEN_WITHIN = { timeout: 5000 }
/** A user who stays on an article for three seconds claims its review. */
const SEEN_ON_PAGE = { timeout: 10_000 }

/** The user who is reviewing the article now. */
async function reviewerOf(articleId: number, session: Session): Promise<number | undefined> {
  const claims: { article_id: number; user: { id: number } }[] = await session.call('GET', '/api/claims')
  return claims.find(({ article_id }) => article_id === articleId)?.user.id
}

test('a review on the page of its article is soon visible to other users, and taken over only on purpose', {
  tag: '@slow',
}, async ({ page, signIn, sessionOf, openColleague, allowConsole }) => {
  // The browser's own line about a claim that was refused because Dana holds it.
  allowConsole(/status of 409 .* at \/api\/articles\/\d+\/claim$/)
  const title = unique('Two reviewers')
  const { article_id: id } = await request(await sessionOf('opm'), title)
  const { page: wens, session: wen } = await openColleague(WEN)
  await wens.goto('/articles/pending')
  const wensRow = rowOf(wens, title)
  await expect(wensRow.getByRole('button', { name: `Review “${title}”` })).toBeVisible()

  const dana = await signIn('qa')
  await page.goto('/articles/pending')
  await page.getByRole('button', { name: `Review “${title}”` }).click()
  await expect(page).toHaveURL(`/articles/${id}`)
  await expect(page.getByRole('region', { name: 'Decision' })).toBeVisible()
  await expect(wensRow.getByText('Dana is reviewing')).toBeVisible(SEEN_ON_PAGE)
  await expect(wensRow.getByRole('button', { name: `Review “${title}”` })).toHaveCount(0)
  await expectAccessible(wens)
  // Dana's own claim is not shown to Dana.
  await expect(page.getByText('is reviewing this article')).toHaveCount(0)

  await wens.getByRole('button', { name: `Take over the review of “${title}”` }).click()
  await expect(wens).toHaveURL(`/articles/${id}`)
  const second = wens.getByRole('region', { name: 'Decision' })
  await expect(second.getByText('Dana Okafor is reviewing this article')).toBeVisible(SEEN_ON_PAGE)
  expect(await reviewerOf(id, dana), 'looking takes nothing over').toBe(dana.user.id)
  const before = (await dana.call('GET', '/api/notices/count')).unread_count
  await expectAccessible(wens)
  await button(second, 'Take over').click()
  await expect(second.getByText('Dana Okafor is reviewing this article')).toHaveCount(0)
  expect(await reviewerOf(id, dana)).toBe(wen.user.id)

  const { unread_count: unreadCount, nodes } = await dana.call('GET', '/api/notices')
  expect(unreadCount).toBe(before + 1)
  expect(nodes[0]).toMatchObject({ kind: 'taken-over', actor: { id: wen.user.id }, article: { title } })
  await page.goto('/articles/pending')
  await expect(rowOf(page, title).getByText('Wen is reviewing')).toBeVisible(SEEN_WITHIN)
  await page.goto('/notices')
  await expect(page.getByText(/Wen Castellane took over your review of/).first()).toBeVisible()
  // Dana's leaving must not release Wen's claim.
  expect(await reviewerOf(id, dana)).toBe(wen.user.id)
})

test('a claim ends when its dialog is closed, when its page is left, and when the review is done', {
  tag: '@slow',
}, async ({ page, signIn, sessionOf, openColleague }) => {
  const title = unique('Let go')
  const { article_id: id } = await request(await sessionOf('opm'), title)
  const { page: wens } = await openColleague(WEN)
  await wens.goto('/articles/pending')
  const badge = rowOf(wens, title).getByText('Dana is reviewing')
  const dana = await signIn('qa')
  /** The five seconds start with the claim, not with the loading of its page. */
  const openReview = async () => {
    const claimed = page.waitForResponse(
      (answer) => answer.url().endsWith(`/articles/${id}/claim`) && answer.ok(),
    )
    await page.goto(`/articles/pending?edit=${id}`)
    await claimed
  }
  await openReview()
  await expect(badge).toBeVisible(SEEN_WITHIN)
  await button(dialogOf(page, /Edit Article/), 'Close')
    .last()
    .click()
  await expect(badge).toHaveCount(0, SEEN_WITHIN)

  await openReview()
  await expect(badge).toBeVisible(SEEN_WITHIN)
  await page.goto('/tools')
  await expect(badge).toHaveCount(0, SEEN_WITHIN)

  await openReview()
  await expect(badge).toBeVisible(SEEN_WITHIN)
  await button(dialogOf(page, /Edit Article/), 'Approve').click()
  await expect.poll(async () => (await dana.call('GET', `/api/articles/${id}`)).status).toBe('approved')
  expect(await reviewerOf(id, dana)).toBeUndefined()
})

test('on a phone the card names the reviewer', async ({ page, signIn, sessionOf, openColleague }) => {
  const title = unique('On the way')
  const { article_id: id } = await request(await sessionOf('opm'), title)
  const { session: wen } = await openColleague(WEN)
  await wen.call('PUT', `/api/articles/${id}/claim`, { take_over: false })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('qa')
  await page.goto('/articles/pending')
  const card = page.locator('.pending-row').filter({ hasText: title })
  await expect(card.getByText('Wen is reviewing')).toBeVisible()
  await expect(card.getByRole('button', { name: /^Take over/ })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

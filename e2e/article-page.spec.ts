import type { Page } from '@playwright/test'
import { button, notice, request, sendBack, unique } from './article-steps.ts'
import {
  expect,
  expectAccessibleInBothThemes,
  expectFits,
  readFirst,
  type Session,
  test,
} from './fixtures.ts'

/** Makes exactly this many articles wait for QA, and no others. */
async function fillQueue(opm: Session, qa: Session, { count, words }: { count: number; words: string }) {
  const { nodes } = await qa.call('GET', '/api/articles/pending')
  for (const { article_id: id, status } of nodes)
    if (status === 'requested')
      await qa.call('PATCH', `/api/articles/validate/${id}`, { command: 'reject', reason: 'Cleared' })
  const ids: number[] = []
  for (let number = 1; number <= count; number++)
    ids.push((await request(opm, unique(`${words} as number ${number}`))).article_id)
  return ids
}

const isApproved = (at: number) => at % 2 === 0

/**
 * Checks that every second article is approved, the others are returned, and the page says that the queue is
 * empty.
 */
async function expectCleared(page: Page, qa: Session, ids: readonly number[]) {
  await expect(page).toHaveURL('/articles/pending')
  await expect(notice(page, 'That was the last one. Nothing is waiting for you.')).toBeVisible()
  const statuses = []
  for (const id of ids) statuses.push((await qa.call('GET', `/api/articles/${id}`)).status)
  expect(statuses.map((status) => (status === 'returned' ? status : 'approved'))).toEqual(
    ids.map((_, at) => (isApproved(at) ? 'approved' : 'returned')),
  )
}

// An immediate decision can overtake the claim request.
const CLAIMED_LATE = /409 \(Conflict\) at \/api\/articles\/\d+\/claim$/

test('QA clears a queue of ten by keyboard alone: two keys approve, three return, and the next article opens [ART-095] [ART-099]', {
  tag: '@slow',
}, async ({ page, signIn, sessionOf, allowConsole }) => {
  allowConsole(CLAIMED_LATE)
  const opm = await sessionOf('opm')
  const qa = await signIn('qa')
  const ids = await fillQueue(opm, qa, { count: 10, words: 'Waits' })

  await page.goto('/profile')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('my pending')
  await expect(page.getByRole('option').first()).toContainText('My Pending Articles')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: /^Waits as number 1 / })).toBeVisible()
  const focused = page.locator(':focus')
  await expect(async () => {
    await page.keyboard.press('Tab')
    expect(await focused.textContent()).toMatch(/^Waits as number 1 /)
  }).toPass({ intervals: [0] })
  await page.keyboard.press('Enter')
  for (const [at, id] of ids.entries()) {
    await expect(page).toHaveURL(`/articles/${id}`)
    await expect(page.getByText(`1 of ${ids.length - at} in the queue`)).toBeVisible()
    if (at > 0) await readFirst(page, () => page.keyboard.press('ArrowDown'))
    // The findings must load before the article can be approved.
    await expect(button(page, 'Approve')).toBeEnabled()
    if (isApproved(at)) {
      await page.keyboard.press('a')
      await expect(page.getByLabel(/^Comment for/)).toBeFocused()
    } else {
      await page.keyboard.press('r')
      await expect(page.getByLabel(/^Reason/)).toBeVisible()
      await page.keyboard.press('1')
    }
    await page.keyboard.press('Control+Enter')
    await expect(notice(page, isApproved(at) ? 'Article approved' : 'Article returned').first()).toBeVisible()
  }
  await expectCleared(page, qa, ids)
})

test('QA clears a queue of ten on a phone: a tap approves, three return, and the next article opens in sight [ART-095] [ART-099]', {
  tag: '@slow',
}, async ({ page, signIn, sessionOf, allowConsole }) => {
  allowConsole(CLAIMED_LATE)
  const opm = await sessionOf('opm')
  const qa = await signIn('qa')
  const ids = await fillQueue(opm, qa, { count: 10, words: 'Read on a phone' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/articles/pending')
  await page.getByRole('link', { name: /^Read on a phone as number 1 / }).click()
  for (const [at, id] of ids.entries()) {
    await expect(page).toHaveURL(`/articles/${id}`)
    await expect(page.getByRole('heading', { name: new RegExp(`as number ${at + 1} `) })).toBeInViewport()
    if (at > 0) await readFirst(page)
    const approve = button(page, 'Approve')
    await expect(approve).toBeEnabled()
    // A reader has the decision buttons in reach without scrolling.
    await expect(approve).toBeInViewport({ ratio: 1 })
    if (isApproved(at)) await approve.click()
    else {
      await button(page, 'Return').click()
      await page.getByRole('list', { name: 'Quick reasons' }).getByRole('button').first().click()
      await page.locator('.page-bar').getByRole('button', { name: 'Return', exact: true }).last().click()
    }
    await expect(notice(page, isApproved(at) ? 'Article approved' : 'Article returned').first()).toBeVisible()
  }
  await expectCleared(page, qa, ids)
})

test('a second click where Approve was pressed decides nothing: the buttons of the next article are locked [ART-095]', async ({
  page,
  signIn,
  sessionOf,
  allowConsole,
}) => {
  allowConsole(CLAIMED_LATE)
  const opm = await sessionOf('opm')
  const qa = await signIn('qa')
  const [first, second] = await fillQueue(opm, qa, { count: 2, words: 'Clicked twice' })
  const statusOf = async (id: number | undefined) => (await qa.call('GET', `/api/articles/${id}`)).status
  // The buttons stay at the bottom of the window while both articles continue below the fold.
  await page.setViewportSize({ width: 1280, height: 600 })
  await page.goto(`/articles/${first}`)
  const approve = button(page, 'Approve')
  await expect(approve).toBeEnabled()
  const { x = 0, y = 0, width = 0, height = 0 } = (await approve.boundingBox()) ?? {}
  const clickThere = () => page.mouse.click(x + width / 2, y + height / 2)
  await clickThere()
  await expect(page).toHaveURL(`/articles/${second}`)
  await expect(approve).toHaveAttribute('data-held')
  // The findings have been loaded by now.
  await expect(approve).toHaveJSProperty('disabled', false)
  await clickThere()
  await expect(
    page.getByRole('status').filter({ hasText: 'A new article. The buttons unlock in a moment.' }),
  ).toHaveCount(1)
  expect([await statusOf(first), await statusOf(second)]).toEqual(['approved', 'requested'])
  await readFirst(page)
  await clickThere()
  await expect(page).toHaveURL('/articles/pending')
  expect(await statusOf(second)).toBe('approved')
})

test('from its notice a requester reads the reason, corrects and sends the article again without leaving its page [ART-105] [ART-149]', {
  tag: '@first',
}, async ({ page, signIn, sessionOf }) => {
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

test('the page of an article is readable by every user, on a phone too, in both themes', async ({
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
  await button(page, 'Return').click()
  await expect(page.getByRole('list', { name: 'Quick reasons' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  for (const width of [390, 768, 1280]) await expectFits(page, width)
})

import type { Page } from '@playwright/test'
import { button, dialogOf, notice, rowOf, unique } from './article-steps.ts'
import { expect, type Session, test } from './fixtures.ts'

/** Jobs create tasks and posts shortly after the article's status has changed. */
const MIRRORED_WITHIN = { timeout: 30_000 }

async function submitNew(page: Page, title: string) {
  await page.goto('/articles/pending?new=1')
  const dialog = dialogOf(page, /New Article/)
  await dialog.getByLabel('Site', { exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: 'Open Kitchen' }).click()
  await dialog.getByLabel('Keyword', { exact: true }).fill(title.toLowerCase())
  await dialog.getByLabel('Keyword', { exact: true }).press('Enter')
  await dialog.getByLabel('Title').fill(title)
  await button(dialog, 'Add product').click()
  await dialog.getByLabel('ASIN of product 1').fill('B0C9TR41XM')
  await dialog.getByLabel('Name of product 1').fill('Crestline')
  await dialog.getByLabel('Award of product 1').fill('Best Overall')
  await button(dialog, 'Add question').click()
  await dialog.getByLabel('Question 1', { exact: true }).fill('Does it fit a drawer?')
  await button(dialog, 'Submit').click()
  await button(dialogOf(page, /Are you sure/), 'Yes').click()
  await expect(notice(page, 'Article submitted')).toBeVisible()
}

async function returnIt(page: Page, title: string, reason: string) {
  await page.goto('/articles/pending')
  await page.getByRole('button', { name: `Return “${title}”` }).click()
  const dialog = dialogOf(page, `Return “${title}”`)
  await dialog.getByLabel('Reason').fill(reason)
  await button(dialog, 'Return').click()
  await expect(notice(page, 'Article returned')).toBeVisible()
}

async function resubmit(page: Page, title: string, { intro, reply }: { intro: string; reply: string }) {
  await page.goto('/articles/pending')
  await page.getByRole('button', { name: `Edit “${title}”` }).click()
  const dialog = dialogOf(page, /Edit Article/)
  await dialog.getByLabel('Intro', { exact: true }).fill(intro)
  await dialog.getByLabel('Reply to the latest return (optional)').fill(reply)
  await button(dialog, 'Submit').click()
  await button(dialogOf(page, /Are you sure/), 'Yes').click()
  await expect(notice(page, 'Article resubmitted')).toBeVisible()
}

async function approve(page: Page, title: string) {
  await page.goto('/articles/pending')
  await page.getByRole('button', { name: `Approve “${title}”` }).click()
  const dialog = dialogOf(page, `Approve “${title}”`)
  await expect(dialog.getByRole('region', { name: 'Changed since the last return' })).toBeVisible()
  await button(dialog, 'Approve').click()
  await expect(notice(page, 'Article approved')).toBeVisible()
}

/** From an empty form to approved, by two users; returns the article's id. */
async function live(page: Page, title: string, signIn: (role: 'opm' | 'qa') => Promise<Session>) {
  const opm = await signIn('opm')
  await submitNew(page, title)
  const { nodes } = await opm.call('GET', '/api/articles')
  const id = nodes.find((row: { title: string }) => row.title === title).article_id as number
  await signIn('qa')
  await returnIt(page, title, 'Begin with why anybody needs it')
  await signIn('opm')
  await resubmit(page, title, { intro: 'Kitchens are small.', reply: 'Begins with the why now' })
  await signIn('qa')
  await approve(page, title)
  return id
}

/** Article Details, once the jobs have finished. */
async function openMirrored(page: Page, { id, session }: { id: number; session: Session }) {
  const read = () => session.call('GET', `/api/articles/${id}`)
  const isMirrored = async () => {
    const { gid, wordpress_id: post, asana_section: section } = await read()
    return gid !== null && post !== null && section?.name === 'Approved'
  }
  await expect.poll(isMirrored, MIRRORED_WITHIN).toBe(true)
  await page.goto(`/articles?article=${id}`)
  return dialogOf(page, 'Article Details')
}

const factOf = (page: Page, name: string) =>
  dialogOf(page, 'Article Details')
    .locator('dt', { hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd[1]')

const STEPS = [
  'Marcus Thiele requested the article',
  'Dana Okafor returned',
  'Marcus Thiele resubmitted',
  'Dana Okafor approved',
  'Copydesk added the task to the board',
  'Copydesk created the draft post',
] as const

async function expectHistory(page: Page, steps: readonly string[]) {
  const history = page.getByRole('main').or(dialogOf(page, 'Article Details')).locator('.events > li')
  for (const step of steps) await expect(history.filter({ hasText: step })).toHaveCount(1)
  await expect(history.filter({ hasText: 'Dana Okafor returned' })).toContainText(
    'Begin with why anybody needs it',
  )
  await expect(history.filter({ hasText: 'resubmitted' })).toContainText('Begins with the why now')
  await expect(history).toHaveCount(steps.length)
}

async function expectPreview(page: Page, { title, intro }: { title: string; intro: string }) {
  const name = { level: 2, name: title }
  await expect(page.getByRole('heading', name)).toBeVisible()
  await expect(page.getByRole('article', { name: 'Crestline' })).toBeVisible()
  await expect(page.getByText(intro).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Questions, answered' })).toBeVisible()
  await expect(page.getByText('Does it fit a drawer?')).toBeVisible()
  await page.getByText('Collapsed', { exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Questions, answered' })).toBeHidden()
  await expect(page.getByRole('heading', name)).toBeVisible()
  await expect(page.getByText('Crestline').first()).toBeVisible()
}

/** Moves the task to Published on its board, in the page that the task's link opens. */
async function finishTask(page: Page, title: string) {
  const task = factOf(page, 'Task').getByRole('link')
  await expect(task).toHaveText(/^Approved/)
  const opened = page.waitForEvent('popup')
  await task.click()
  const board = await opened
  await expect(board).toHaveURL(/\/board\/task\/\d+$/)
  await expect(board.getByRole('heading', { level: 2, name: title })).toBeVisible()
  await expect(board.getByText('Returned by Dana Okafor: Begin with why anybody needs it')).toBeVisible()
  await board.getByRole('combobox', { name: 'Section' }).click()
  await board.locator('.ant-select-item-option').filter({ hasText: 'Published' }).click()
  await expect(board.locator('dd').first()).toHaveText('Published')
  return board
}

async function publishPost(page: Page, title: string) {
  await page.getByRole('link', { name: 'Open post' }).click()
  await button(page, 'Publish').click()
  await button(dialogOf(page, `Publish “${title}”?`), 'Publish').click()
  await expect(notice(page, 'Post published')).toBeVisible()
}

test('an article lives from its request to its publication on the board', { tag: '@slow' }, async ({
  page,
  signIn,
}) => {
  test.setTimeout(180_000)
  const title = unique('The best folding grater')
  const id = await live(page, title, signIn)
  const opm = await signIn('opm')
  await openMirrored(page, { id, session: opm })
  await expectHistory(page, STEPS)
  await expect(factOf(page, 'Validated by')).toHaveText('Dana Okafor')

  const board = await finishTask(page, title)
  // The board says published, but the post is still a draft that readers cannot see, so the article does not
  // count as published.
  await button(dialogOf(page, 'Article Details'), 'Sync').click()
  await expect(factOf(page, 'Task').getByRole('link')).toHaveText(/^Published/, MIRRORED_WITHIN)
  await expect(factOf(page, 'Status')).toHaveText('Approved')

  const qa = await signIn('qa')
  await page.goto(`/articles?article=${id}`)
  await factOf(page, 'Post id').getByRole('link').click()
  await expectPreview(page, { title, intro: 'Kitchens are small.' })
  await publishPost(page, title)
  await expect.poll(async () => (await qa.call('GET', `/api/articles/${id}`)).status).toBe('published')

  await expect(board.getByRole('switch', { name: 'Completed' })).toBeChecked(MIRRORED_WITHIN)
  await page.goto(`/articles?article=${id}`)
  await expect(factOf(page, 'Status')).toHaveText('Published')
  await expect(factOf(page, 'Task').getByRole('link')).toHaveText(/^Published/)
  await expectHistory(page, [...STEPS, 'Dana Okafor published'])
})

test('an article is published with its post, and everyone involved is notified', async ({ page, signIn }) => {
  test.setTimeout(180_000)
  const title = unique('The best nesting bowls')
  const id = await live(page, title, signIn)
  const qa = await signIn('qa')
  await openMirrored(page, { id, session: qa })
  await factOf(page, 'Post id').getByRole('link').click()
  await expectPreview(page, { title, intro: 'Kitchens are small.' })
  await publishPost(page, title)

  await signIn('opm')
  await page.goto('/notices')
  const told = page.getByRole('listitem').filter({ hasText: title })
  await expect(told).toHaveCount(3)
  await expect(told.nth(0)).toContainText('Dana Okafor published your article')
  await expect(told.nth(1)).toContainText('Dana Okafor approved your article')
  await expect(told.nth(2)).toContainText('Dana Okafor returned your article')
  await told.nth(0).getByRole('link', { name: title }).click()
  await expect(page.getByRole('region', { name: 'Where it is' }).getByText('Published').first()).toBeVisible()
  await expectHistory(page, [...STEPS, 'Dana Okafor published'])
  await page.goto('/articles/pending')
  await expect(rowOf(page, title)).toHaveCount(0)
})

import type { Page } from '@playwright/test'
import { button, unique } from './article-steps.ts'
import { expect, type Session, signInByForm, test } from './fixtures.ts'
import { addKeyword } from './keyword-steps.ts'

const LUCIA = 'lucia.ferrante@copydesk.example'

const comments = (page: Page) => page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
const saying = (page: Page, text: string) => comments(page).filter({ hasText: text })
const draft = (page: Page) => page.getByRole('textbox', { name: 'New comment' })

async function openComments(page: Page, session: Session, said: readonly string[] = []) {
  const row = await addKeyword(session)
  for (const comment of said)
    await session.call('POST', `/api/keywords/${row.keyword_id}/comments`, { comment })
  await page.goto(`/keywords?keyword_id=${row.keyword_id}&comments=1`)
  await expect(draft(page)).toBeVisible()
  return { ...row, path: `/api/keywords/${row.keyword_id}/comments` }
}

test('a mentioned user is notified, and led to the comment [COMM-009] [COMM-010] [COMM-011] [COMM-016] [D147]', async ({
  page,
  signIn,
  openColleague,
}) => {
  const { page: lucias, session: lucia } = await openColleague(LUCIA)
  const session = await signIn('opm')
  const { first_name: first, last_name: last, id } = lucia.user
  const { keyword, keyword_id: keywordId, path } = await openComments(page, session)
  await draft(page).pressSequentially(`What do you think, @${first}`)
  await page.locator('.ant-mentions-dropdown').getByText(`${first} ${last}`).click()
  await expect(draft(page)).toHaveValue(`What do you think, @${first} ${last} `)
  const words = unique('about this')
  await draft(page).pressSequentially(words)
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(path))
  await draft(page).press('Control+Enter')
  expect((await sent).postDataJSON()).toEqual({
    keyword_id: keywordId,
    user_id: session.user.id,
    comment: `What do you think, @[${first} ${last}](user:${id}) ${words}`,
  })
  await expect(saying(page, `What do you think, @${first} ${last} ${words}`)).toBeVisible()
  await button(saying(page, words), 'Edit comment').click()
  await expect(page.getByRole('textbox', { name: 'Edit comment' })).toHaveValue(
    `What do you think, @${first} ${last} ${words}`,
  )

  await lucias.goto('/notices')
  const told = lucias.getByRole('main').getByRole('listitem').filter({ hasText: words })
  await expect(told).toContainText('Marcus Thiele')
  await expect(told.getByRole('img', { name: 'unread' })).toBeVisible()
  await told.getByRole('link', { name: keyword }).click()
  await expect(lucias).toHaveURL(`/keywords?keyword_id=${keywordId}&comments=1`)
  await expect(saying(lucias, words)).toBeInViewport()
  await expect(saying(lucias, words).getByRole('button')).toHaveCount(0)
})

test('a comment typed when the session ends is restored after signing in [D22]', async ({
  page,
  signIn,
  sample,
  allowConsole,
}) => {
  allowConsole(/status of 401 .* at \/api\//)
  const session = await signIn('opm')
  await openComments(page, session)
  await draft(page).fill('Nearly lost')
  await session.call('DELETE', '/api/auth')
  await button(page, 'Comment').click()
  const person = sample.people.find(({ role }) => role.id === 'opm')
  await signInByForm(page, person?.username ?? '', sample.password)
  await expect(draft(page)).toHaveValue('Nearly lost')
})

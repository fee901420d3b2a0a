import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RoleId } from '#shared/access/roles.ts'
import { anArticle, SITE } from '#web/testing/articles.ts'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const TWO = [KEYWORD, { keyword_id: 6, keyword: 'kettles' }]

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords/5', { body: KEYWORD })
  const nodes = [
    anArticle({ article_id: 1, title: 'Mine', user_id: 7, keywords: TWO }),
    anArticle({ article_id: 2, title: 'Ada’s', user_id: 31, keywords: TWO }),
    anArticle({ article_id: 3, title: 'Of one keyword', user_id: 7 }),
  ]
  server.answer('GET /api/articles', { body: { nodes, totalCount: 3, page: 1 } })
})
afterEach(() => server.close())

const removeOf = (title: string) => screen.findByRole('button', { name: `Remove ${title}` })
const open = (role: RoleId) => openAs(server, role, '/keywords?targets=5')

it('every row has a button that removes it, for its requester and validators [TASK-009]', async () => {
  open('opm')
  expect(await removeOf('Mine')).toBeEnabled()
  const others = await removeOf('Ada’s')
  expect(others).toBeDisabled()
  expect(others).toHaveAttribute(
    'title',
    'Only the requester and validators can remove a keyword from an article.',
  )
})

it('an article keeps its only keyword, and its button says so [TASK-009] [D49] [D61]', async () => {
  open('qa')
  const remove = await removeOf('Of one keyword')
  expect(remove).toBeDisabled()
  expect(remove).toHaveAttribute('title', 'An article needs at least one keyword.')
})

it('a validator takes a keyword off another user’s article [TASK-009] [TASK-017]', async () => {
  server.answer('DELETE /api/articles/2/keywords/5', { status: 204 })
  const user = userEvent.setup()
  open('qa')
  await user.click(await removeOf('Ada’s'))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.sent('DELETE /api/articles/2/keywords/5')).toHaveLength(1))
  expect(server.sent('DELETE /api/articles/2/keywords/5')[0]?.text).toBe('')
})

const REFUSAL = { status: 400, body: { message: 'Not today.' } }
const toldOf = async (title: string) => {
  const notice = () => screen.queryAllByText(title).find((each) => each.closest('.ant-notification'))
  await waitFor(() => expect(notice()?.closest('.ant-notification-notice')).toHaveTextContent('Not today.'))
}

it('a task found on the board becomes an article of the keyword; a failure keeps the chosen task [TASK-005] [TASK-006] [TASK-007] [TASK-008]', async () => {
  const user = userEvent.setup()
  const nothing = { body: { nodes: [], totalCount: 0, page: 1 } }
  server.answer('GET /api/articles', nothing)
  server.answer('GET /api/asana/search', { body: [{ gid: '88', name: 'Kettles on the board' }] })
  server.answer('POST /api/articles/asana_article', REFUSAL)
  open('opm')
  const dialog = within(await screen.findByRole('dialog', { name: 'Targeted Articles: best kettle' }))
  expect(await dialog.findByText(/^No articles target this keyword yet/)).toBeVisible()
  const add = dialog.getByRole('button', { name: 'Add Article' })
  expect(add).toBeDisabled()
  await user.type(dialog.getByRole('combobox', { name: 'Search articles' }), 'kettles')
  await user.click(await screen.findByTitle('Kettles on the board'))
  expect(new URLSearchParams(server.sent('GET /api/asana/search')[0]?.search).get('search')).toBe('kettles')
  await user.click(add)
  await toldOf('Article could not be saved.')

  server.answer('POST /api/articles/asana_article', { body: anArticle() })
  const nodes = [anArticle({ title: 'Kettles on the board', keywords: TWO })]
  server.answer('GET /api/articles', { body: { nodes, totalCount: 1, page: 1 } })
  await user.click(add)
  const row = within(await dialog.findByRole('row', { name: /Kettles on the board/ }))
  expect(row.getByText('Requested')).toBeVisible()
  expect(server.sent('POST /api/articles/asana_article').map(({ json }) => json)).toEqual(
    Array(2).fill({ keyword_id: 5, gid: '88' }),
  )
  const columns = dialog.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(columns).toEqual(['Title', 'Status', 'Actions'])
  await waitFor(() => expect(add).toBeDisabled())
})

it('an article that could not be removed stays, and a notice says so', async () => {
  const user = userEvent.setup()
  server.answer('DELETE /api/articles/1/keywords/5', REFUSAL)
  open('opm')
  await user.click(await removeOf('Mine'))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await toldOf('Article could not be saved.')
  expect(await removeOf('Mine')).toBeEnabled()
})

it('a new article for a site that already has one asks first, and a failure shows a red tag [TASK-010] [TASK-011] [TASK-012]', async () => {
  const user = userEvent.setup()
  const other = { ...SITE, site_id: 2, display_name: 'Open Kitchen' }
  server.answer('GET /api/sites', { body: [{ ...SITE, display_name: 'Hearthside' }, other] })
  server.answer('GET /api/keywords/5', { body: { ...KEYWORD, sites: [other] } })
  server.answer('GET /api/articles', { body: { nodes: [], totalCount: 0, page: 1 } })
  server.answer('POST /api/articles', { status: 201, body: anArticle() })
  open('opm')
  await user.click(await screen.findByRole('tab', { name: 'Pending articles' }))
  const add = await screen.findByRole('button', { name: 'New article for Hearthside' })
  // The keyword's own sites come first.
  expect(document.querySelector('.pending-site')).toHaveTextContent('Open Kitchen')
  const nodes = [anArticle({ title: 'The best kettle', status: 'draft' })]
  server.answer('GET /api/articles', { body: { nodes, totalCount: 1, page: 1 } })
  const begun = () => server.sent('POST /api/articles')
  await user.click(add)
  const site = within(add.closest<HTMLElement>('.pending-site') ?? document.body)
  expect(await site.findByRole('link', { name: 'The best kettle' })).toHaveAttribute('href', '/articles/5')
  expect(begun().map(({ json }) => json)).toEqual([
    { siteId: 1, keywords: [{ keyword_id: 5 }], title: 'The best kettle', draft: true },
  ])

  const answer = async (name: string) => {
    // The button is enabled again once all data that changed has been refetched.
    await waitFor(() => expect(add).not.toHaveClass('btn-loading'))
    await user.click(add)
    const question = (await screen.findByText('Do you want to add a new one?')).closest('.confirm')
    await user.click(within(question as HTMLElement).getByRole('button', { name }))
    await waitFor(() => expect(screen.queryByText('Do you want to add a new one?')).toBeNull())
  }
  await answer('No')
  expect(begun()).toHaveLength(1)
  server.answer('POST /api/articles', REFUSAL)
  await answer('Yes')
  const error = await site.findByRole('alert')
  expect(error).toHaveTextContent('Error Not today.')
  expect(within(error).getByText('Error')).toHaveClass('badge', 'bad')
  server.answer('POST /api/articles', { status: 201, body: anArticle() })
  await answer('Yes')
  await waitFor(() => expect(begun()).toHaveLength(3))
  expect(site.queryByRole('alert')).toBeNull()
})

it('a keyword that only a live post has says so, and its dialog leads to the post', async () => {
  const url = 'https://openkitchen.example/kettles/'
  const row = { ...KEYWORD, posts: [{ site_id: SITE.site_id, post_id: '42', title: 'Kettles, Tested', url }] }
  server.answer('GET /api/keywords', { body: { meta: { total: 1, is_more: false }, data: [row] } })
  server.answer('GET /api/keywords/5', { body: row })
  server.answer('GET /api/articles', { body: { nodes: [], totalCount: 0, page: 1 } })
  openAs(server, 'opm', '/keywords')
  const status = await screen.findByRole('button', { name: 'Articles of best kettle' })
  expect(status).toHaveTextContent('Live post')
  await userEvent.click(status)
  const posts = await screen.findByRole('region', { name: 'Live posts with this focus keyword' })
  expect(within(posts).getByRole('link', { name: /Kettles, Tested/ })).toHaveAttribute('href', url)
})

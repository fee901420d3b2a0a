import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { anArticle, SITE } from '#web/testing/articles.ts'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
})
afterEach(() => server.close())

it('a count that stopped at its limit is shown as more than that', async () => {
  answerKeywords(server, { total: 100_000, isMore: true })
  openAs(server, 'opm', '/keywords?keyword=be&tracked=true')
  const user = userEvent.setup()
  expect(await screen.findByText('more than 100,000')).toBeInTheDocument()
  await user.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Select everything' }))
  expect(screen.getByRole('status')).toHaveTextContent(
    'Everything: more than 100,000 keywords matching the filters',
  )
  await user.click(screen.getByRole('button', { name: 'CSV Export' }))
  const question = await screen.findByRole('dialog')
  expect(within(question).getByText(/more than 100,000 keywords/)).toBeInTheDocument()
})

it('a row deselected after Select all says that the selection is no longer everything', async () => {
  const other = { ...KEYWORD, keyword_id: 6, keyword: 'best fan' }
  answerKeywords(server, { total: 30, isMore: false })
  server.answer('GET /api/keywords', {
    body: { meta: { total: 30, is_more: false }, data: [KEYWORD, other] },
  })
  openAs(server, 'opm', '/keywords')
  const user = userEvent.setup()
  await user.click((await screen.findAllByRole('checkbox')).at(-1) as HTMLElement)
  await user.click(await screen.findByRole('button', { name: 'Select all 30' }))
  await user.click(screen.getAllByRole('checkbox').at(-1) as HTMLElement)
  expect(screen.getByRole('status')).toHaveTextContent(
    '1 keyword selected; no longer everything that matches.',
  )
})

it('a change of the list asks before it discards an unfinished comment', async () => {
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords/5', { body: KEYWORD })
  server.answer('GET /api/keywords/5/comments', { body: [] })
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  await user.type(await screen.findByRole('textbox', { name: 'New comment' }), 'Half a thought')
  await user.click(screen.getByRole('columnheader', { name: /^Keyword/ }))
  const question = await screen.findByRole('dialog', { name: /Discard your changes\?/ })
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  expect(screen.getByRole('textbox', { name: 'New comment' })).toHaveValue('Half a thought')
  expect(location.search).toContain('keyword_id=5')
  await user.click(screen.getByRole('columnheader', { name: /^Keyword/ }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(location.search).toContain('sort=keyword'))
  expect(screen.queryByRole('textbox', { name: 'New comment' })).not.toBeInTheDocument()
})

it('past the last page it says so, and leads back to that page', async () => {
  answerKeywords(server, { total: 45, isMore: false })
  server.answer('GET /api/keywords', { body: { meta: { total: 45, is_more: false }, data: [] } })
  openAs(server, 'opm', '/keywords?page=40')
  expect(await screen.findByText('There is no page 40: the list ends with page 3.')).toBeInTheDocument()
  expect(screen.queryByText('No keywords found.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }))
  await waitFor(() => expect(location.search).toBe('?page=3'))
})

const REFUSAL = { status: 400, body: { code: 'invalid', message: 'Not today.' } }

async function addFilter(user: ReturnType<typeof userEvent.setup>, name: string) {
  await user.click(await screen.findByRole('button', { name: 'Add filter' }))
  await user.click(await screen.findByRole('menuitem', { name }))
}

it.each([
  ['By tags', 'GET /api/keywords/tags', 'Tags could not be searched.', 'KW-071'],
  ['By article status', 'GET /api/articles/status', 'Article status could not be searched.', 'KW-072'],
])('a failed read of the filter %s is reported: a failed %s is “%s” [%s]', async (name, call, title, _id) => {
  answerKeywords(server, { total: 1, isMore: false })
  server.answer(call, REFUSAL)
  openAs(server, 'opm', '/keywords')
  await addFilter(userEvent.setup(), name)
  const notice = () => screen.queryAllByText(title).find((each) => each.closest('.ant-notification'))
  await waitFor(() => expect(notice()?.closest('.ant-notification-notice')).toHaveTextContent('Not today.'))
})

it('keywords that cannot be read are reported, and can be retried [KW-076]', async () => {
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords', REFUSAL)
  openAs(server, 'opm', '/keywords')
  const alert = await screen.findByText('Keywords could not be searched.')
  expect(alert.closest('[role="alert"]')).toHaveTextContent('Not today.')
  answerKeywords(server, { total: 1, isMore: false })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('row', { name: /best kettle/ })).toBeInTheDocument()
})

it.each([
  ['edit', 'Edit Keyword'],
  ['targets', 'Targeted Articles'],
  ['request', 'New Article'],
])('a keyword that the dialog of ?%s= cannot read is reported there [KW-076]', async (parameter, title) => {
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords/5', REFUSAL)
  openAs(server, 'opm', `/keywords?${parameter}=5`)
  const dialog = await screen.findByRole('dialog', { name: new RegExp(title) })
  expect(await within(dialog).findByText('Keywords could not be searched.')).toBeInTheDocument()
  server.answer('GET /api/keywords/5', { body: KEYWORD })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText('Keywords could not be searched.')).toBeNull())
})

it('an article can be requested for a keyword and its site; a failure has the title of this screen [KW-040] [ART-167]', async () => {
  const user = userEvent.setup()
  const keyword = { ...KEYWORD, sites: [SITE] }
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords', { body: { meta: { total: 1, is_more: false }, data: [keyword] } })
  server.answer('GET /api/keywords/5', { body: keyword })
  server.answer('GET /api/sites', { body: [SITE] })
  server.answer('POST /api/articles', REFUSAL)
  openAs(server, 'opm', '/keywords')
  await user.click(await screen.findByRole('button', { name: 'Request an article for best kettle' }))
  const save = () => screen.findByRole('button', { name: 'Save Draft' })
  await user.click(await save())
  const told = await screen.findByText('Article could not be saved.')
  expect(told.closest('.ant-notification-notice')).toHaveTextContent('Not today.')
  expect(screen.getByRole('dialog')).toHaveTextContent('New Article')
  expect(server.sent('POST /api/articles')[0]?.json).toMatchObject({
    siteId: 1,
    keywords: ['best kettle'],
    draft: true,
  })
  server.answer('POST /api/articles', { status: 201, body: anArticle({ status: 'draft' }) })
  await user.click(await save())
  await waitFor(() => expect(location.pathname + location.search).toBe('/articles/pending?edit=5'))
})

it('users who may create articles select and edit keywords [KW-026] [KW-027]', async () => {
  answerKeywords(server, { total: 1, isMore: false })
  openAs(server, 'opm', '/keywords')
  expect(await screen.findByRole('button', { name: 'Edit best kettle' })).toBeEnabled()
  expect(screen.getAllByRole('checkbox').length).toBeGreaterThan(0)
  expect(screen.getByRole('switch', { name: /best kettle/ })).toBeEnabled()
})

it('users who may not create articles neither select nor edit keywords [KW-026] [KW-027]', async () => {
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords/5', { body: KEYWORD })
  openAs(server, 'opm', '/keywords?edit=5', { permissions: ['ViewKeywords'] })
  expect(await screen.findByRole('button', { name: 'Edit best kettle' })).toBeDisabled()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Bulk Actions' })).toBeNull()
  expect(screen.getByRole('switch', { name: /best kettle/ })).toBeDisabled()
  expect(screen.queryByRole('dialog')).toBeNull()
})

import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { person } from '#web/testing/people.ts'

/** The search for people is debounced. */
const PATIENT = { timeout: 20_000 }

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords/5', { body: KEYWORD })
  server.answer('GET /api/keywords/5/comments', { body: [] })
})
afterEach(() => server.close())

it('a failed search for colleagues is reported [COMM-009]', async () => {
  server.answer('GET /api/users', { status: 400, body: { message: 'Not today.' } })
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  await user.type(await screen.findByRole('textbox', { name: 'New comment' }), 'Look, @Ada')
  expect((await screen.findAllByText('Users could not be searched.')).length).toBeGreaterThan(0)
  await expect.poll(listed, PATIENT).toEqual(['Users could not be searched.'])
})

const PEOPLE = [
  { id: 3, first_name: 'Ines', last_name: 'Marchetti', username: 'ines@copydesk.example' },
  { id: 4, first_name: 'Jonas', last_name: 'Lind', username: 'jonas@copydesk.example' },
]
const answerPeople = () =>
  server.answer('GET /api/users', ({ search }) => {
    const words = (new URLSearchParams(search).get('query') ?? '').toLowerCase().split(' ')
    const nodes = PEOPLE.filter((one) =>
      words.every((word) => JSON.stringify(one).toLowerCase().includes(word)),
    )
    return { body: { nodes, totalCount: nodes.length, page: 1 } }
  })
const enter = (element: HTMLElement) => fireEvent.keyDown(element, { key: 'Enter', keyCode: 13 })
const listed = () => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent)

async function begin(typed: string) {
  answerPeople()
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  const box = await screen.findByRole('textbox', { name: 'New comment' })
  await user.type(box, typed)
  return { user, box }
}

it('Enter mentions only a colleague who matches the typed text, however fast it is pressed [COMM-009]', async () => {
  const { user, box } = await begin('Hello @')
  await expect.poll(listed, PATIENT).toEqual(['Ines Marchetti', 'Jonas Lind'])
  await user.type(box, 'Jon')
  expect(listed()).toEqual(['Jonas Lind'])
  await user.type(box, 'x')
  expect(listed()).toEqual(['Searching …'])
  enter(box)
  expect(box).toHaveValue('Hello @Jonx')
})

it('a letter that the list has not processed yet keeps Enter from choosing the colleague shown', async () => {
  const { box } = await begin('Hello @Ine')
  await expect.poll(listed, PATIENT).toEqual(['Ines Marchetti'])
  // The next key goes down before this one comes up.
  fireEvent.change(box, { target: { value: 'Hello @Inev' } })
  enter(box)
  expect(box).toHaveValue('Hello @Inev')
})

it('a colleague is found by the full name with its space [COMM-009]', async () => {
  const { user, box } = await begin('Hello @jonas lind')
  await expect.poll(listed, PATIENT).toEqual(['Jonas Lind'])
  enter(box)
  expect(box).toHaveValue('Hello @Jonas Lind ')
  await user.type(box, 'and you')
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
})

it('a comment keeps its key on every retry, and the next comment has another', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  const box = await screen.findByRole('textbox', { name: 'New comment' })
  const post = 'POST /api/keywords/5/comments'
  const send = () => user.click(screen.getByRole('button', { name: /Comment$/ }))
  const keys = () => server.sent(post).map(({ headers }) => headers['idempotency-key'])
  await user.type(box, 'Lost')
  server.answer(post, { status: 503, body: { message: 'Away.' } })
  await send()
  expect(await screen.findByText('Away.')).toBeInTheDocument()
  server.answer(post, { status: 201, body: { comment: {}, unreachable: [] } })
  await send()
  await expect.poll(() => box).toHaveValue('')
  await user.type(box, 'Next')
  await send()
  await expect.poll(() => keys().length).toBe(3)
  const [first, again, next] = keys()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect([again === first, next === first]).toEqual([true, false])
})

const SAID = {
  comment_id: 8,
  keyword_id: 5,
  user_id: person('opm').id,
  first_name: 'Ines',
  last_name: 'Aldana',
  comment: 'The only one',
  content: 'The only one',
  mentions: [],
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: null,
}
const REFUSAL = { status: 400, body: { code: 'invalid', message: 'Not today.' } }

async function expectTold(title: string) {
  const notice = (await screen.findByText(title)).closest('.ant-notification-notice')
  expect(notice).toHaveTextContent('Not today.')
}

it('comments are shown as HTML limited to spans, and only the user’s own have buttons [COMM-003] [COMM-004] [COMM-006]', async () => {
  const theirs = {
    ...SAID,
    comment_id: 9,
    user_id: 31,
    first_name: 'Dana',
    content: 'See <span style="color: rgb(200, 0, 0); position: fixed">this</span> <b>first</b>',
  }
  server.answer('GET /api/keywords/5/comments', { body: [theirs, SAID] })
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  const list = await screen.findByRole('list', { name: 'Comments' })
  const [other, own] = within(list).getAllByRole('listitem')
  expect(other).toHaveTextContent('Dana Aldana')
  expect(other).toHaveTextContent('See this first')
  expect(within(other as HTMLElement).getByText('this')).toHaveAttribute(
    'style',
    expect.stringMatching(/^color: ?rgb\(200, ?0, ?0\);?$/),
  )
  expect(other?.querySelector('b')).toBeNull()
  expect(within(other as HTMLElement).queryByRole('button')).toBeNull()
  expect(within(own as HTMLElement).getAllByRole('button')).toHaveLength(2)
})

it('a comment can be added, edited and deleted in the row of its keyword [COMM-005] [COMM-006]', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  const box = await screen.findByRole('textbox', { name: 'New comment' })
  expect(await screen.findByText(/^No comments yet/)).toBeVisible()
  server.answer('POST /api/keywords/5/comments', { status: 201, body: { comment: SAID, unreachable: [] } })
  server.answer('GET /api/keywords/5/comments', { body: [SAID] })
  await user.type(box, 'The only one{Control>}{Enter}{/Control}')
  expect(await screen.findByText('The only one', { selector: '.comment-text' })).toBeVisible()
  await waitFor(() => expect(box).toHaveValue(''))

  server.answer('PATCH /api/keywords/5/comments/8', { body: { comment: SAID, unreachable: [] } })
  const changed = { ...SAID, content: 'Better', updated_at: SAID.created_at }
  server.answer('GET /api/keywords/5/comments', { body: [changed] })
  await user.click(screen.getByRole('button', { name: 'Edit comment' }))
  await user.type(await screen.findByRole('textbox', { name: 'Edit comment' }), '!')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Better')).toBeVisible()
  expect(screen.getByText('edited')).toBeVisible()

  server.answer('DELETE /api/keywords/5/comments/8', { status: 204 })
  server.answer('GET /api/keywords/5/comments', { body: [] })
  await user.click(screen.getByRole('button', { name: 'Delete comment' }))
  const question = await screen.findByRole('dialog', { name: 'Delete this comment?' })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText(/^No comments yet/)).toBeVisible()
  expect(server.sent('PATCH /api/keywords/5/comments/8')[0]?.json).toMatchObject({ comment: 'The only one!' })
  expect(server.sent('POST /api/keywords/5/comments')[0]?.json).toMatchObject({ comment: 'The only one' })
})

it('a comment of more than 200 characters shows its length and cannot be sent [COMM-008]', async () => {
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  const box = await screen.findByRole('textbox', { name: 'New comment' })
  fireEvent.change(box, { target: { value: 'x'.repeat(201) } })
  expect(await screen.findByText('201 / 200')).toBeVisible()
  expect(screen.getByRole('button', { name: /Comment$/ })).toBeDisabled()
  fireEvent.change(box, { target: { value: 'x'.repeat(200) } })
  expect(await screen.findByText('200 / 200')).toBeVisible()
  expect(screen.getByRole('button', { name: /Comment$/ })).toBeEnabled()
})

it('a failed new comment is reported, and its text stays [COMM-021]', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  const box = await screen.findByRole('textbox', { name: 'New comment' })
  server.answer('POST /api/keywords/5/comments', REFUSAL)
  await user.type(box, 'Will not go')
  await user.click(screen.getByRole('button', { name: /Comment$/ }))
  await expectTold('There was a problem creating the keyword comment.')
  expect(box).toHaveValue('Will not go')
})

it('a failed edit of a comment is reported, and its new text stays [COMM-022]', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/keywords/5/comments', { body: [SAID] })
  server.answer('PATCH /api/keywords/5/comments/8', REFUSAL)
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  await user.click(await screen.findByRole('button', { name: 'Edit comment' }))
  const box = await screen.findByRole('textbox', { name: 'Edit comment' })
  await user.clear(box)
  await user.type(box, 'Other words')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await expectTold('There was a problem updating the keyword comment.')
  expect(box).toHaveValue('Other words')
})

it('a failed deletion of a comment is reported, and the comment stays [COMM-020]', async () => {
  const user = userEvent.setup()
  server.answer('GET /api/keywords/5/comments', { body: [SAID] })
  server.answer('DELETE /api/keywords/5/comments/8', REFUSAL)
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  await user.click(await screen.findByRole('button', { name: 'Delete comment' }))
  const question = await screen.findByRole('dialog', { name: 'Delete this comment?' })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  await expectTold('There was a problem deleting the keyword comment.')
  expect(screen.getByText('The only one')).toBeInTheDocument()
})

it('comments that cannot be read are reported, and can be retried [COMM-019]', async () => {
  server.answer('GET /api/keywords/5/comments', REFUSAL)
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  const title = await screen.findByText('There was a problem loading the keywords comments.')
  expect(title.closest('[role="alert"]')).toHaveTextContent('Not today.')
  server.answer('GET /api/keywords/5/comments', { body: [SAID] })
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('The only one')).toBeInTheDocument()
})

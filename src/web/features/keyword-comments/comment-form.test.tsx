import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

/** People are looked for once the typing rests. */
const PATIENT = { timeout: 20_000 }

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords/5', { body: KEYWORD })
  server.answer('GET /api/keywords/5/comments', { body: [] })
})
afterEach(() => server.close())

it('colleagues who cannot be looked up are named as a failure [COMM-009]', async () => {
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

it('Enter mentions only somebody who fits what is typed, however quickly it comes [COMM-009]', async () => {
  const { user, box } = await begin('Hello @')
  await expect.poll(listed, PATIENT).toEqual(['Ines Marchetti', 'Jonas Lind'])
  await user.type(box, 'Jon')
  expect(listed()).toEqual(['Jonas Lind'])
  await user.type(box, 'x')
  expect(listed()).toEqual(['Searching …'])
  enter(box)
  expect(box).toHaveValue('Hello @Jonx')
})

it('a letter that the list has not heard of yet keeps Enter from taking whom it shows', async () => {
  const { box } = await begin('Hello @Ine')
  await expect.poll(listed, PATIENT).toEqual(['Ines Marchetti'])
  // The next key goes down before this one comes up.
  fireEvent.change(box, { target: { value: 'Hello @Inev' } })
  enter(box)
  expect(box).toHaveValue('Hello @Inev')
})

it('a colleague is found by the whole name, blank and all [COMM-009]', async () => {
  const { user, box } = await begin('Hello @jonas lind')
  await expect.poll(listed, PATIENT).toEqual(['Jonas Lind'])
  enter(box)
  expect(box).toHaveValue('Hello @Jonas Lind ')
  await user.type(box, 'and you')
  expect(screen.queryByRole('menuitem')).not.toBeInTheDocument()
})

it('a comment carries one key however often it is sent, and the next one another', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?keyword_id=5&comments=1')
  const box = await screen.findByRole('textbox', { name: 'New comment' })
  const post = 'POST /api/keywords/5/comments'
  const send = () => user.click(screen.getByRole('button', { name: /Comment$/ }))
  const keys = () => server.sent(post).map(({ headers }) => headers['idempotency-key'])
  await user.type(box, 'Lost')
  server.answer(post, { status: 503, body: { message: 'Away.' } })
  await send()
  await expect.poll(() => keys().length).toBe(1)
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

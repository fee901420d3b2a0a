import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords/5', { body: KEYWORD })
  server.answer('GET /api/keywords/tags', { body: [] })
})
afterEach(() => server.close())

const conflict = (current: object) => ({
  status: 409,
  body: { message: 'Another user has saved this keyword.', details: { current } },
})
const theirs = { ...KEYWORD, version: 2, tags: [{ tag_id: 3, tag: 'porch' }] }
const words = () => screen.findByRole('textbox', { name: /^Keyword/ })

describe('two users edit one keyword', () => {
  it('the second one keeps the typed text, sees the other’s change, and saves both', async () => {
    server.answer('PATCH /api/keywords/5', conflict(theirs))
    const user = userEvent.setup()
    openAs(server, 'opm', '/keywords?edit=5')
    await user.type(await words(), 's')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const note = await screen.findByRole('alert')
    expect(note).toHaveTextContent('Error saving keyword.')
    expect(screen.getByRole('list', { name: 'Theirs, already in the form' })).toHaveTextContent(
      'Tags, as they have it now: porch',
    )
    expect(await words()).toHaveValue('best kettles')
    server.answer('PATCH /api/keywords/5', { body: { ...theirs, keyword: 'best kettles', version: 3 } })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(server.sent('PATCH /api/keywords/5').map(({ json }) => json)).toMatchObject([
      { keyword: 'best kettles', tags: [], version: 1 },
      { keyword: 'best kettles', tags: [{ tag: 'porch' }], version: 2 },
    ])
  })

  it('a value that both changed needs a choice, and the choice is saved', async () => {
    server.answer('PATCH /api/keywords/5', conflict({ ...theirs, keyword: 'finest kettle' }))
    const user = userEvent.setup()
    openAs(server, 'opm', '/keywords?edit=5')
    await user.type(await words(), 's')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const versions = await screen.findByRole('region', { name: 'Keyword: two versions' })
    expect(versions).toHaveTextContent('Yoursbest kettlesTheirsfinest kettle')
    await user.click(screen.getByText('Take theirs'))
    expect(await words()).toHaveValue('finest kettle')
    await user.click(screen.getByText('Keep mine'))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.sent('PATCH /api/keywords/5')[1]?.json).toMatchObject({
        keyword: 'best kettles',
        tags: [{ tag: 'porch' }],
        version: 2,
      }),
    )
  })

  it('the switch of a row changes nothing else, even during another user’s save', async () => {
    server.answer('PATCH /api/keywords/5', { body: { ...theirs, is_tracked: false, version: 3 } })
    const user = userEvent.setup()
    openAs(server, 'opm', '/keywords')
    await user.click(await screen.findByRole('switch', { name: 'Track best kettle' }))
    await waitFor(() =>
      expect(server.sent('PATCH /api/keywords/5').map(({ json }) => json)).toEqual([{ tracked: false }]),
    )
  })
})

it('the message about an existing keyword disappears when other words are typed', async () => {
  server.answer('POST /api/keywords', {
    status: 409,
    body: { message: 'The keyword “best kettle” already exists.', details: { keyword_id: 5 } },
  })
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?new=1')
  await user.type(await words(), 'best kettle')
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }))
  expect(await screen.findByRole('button', { name: 'Open it' })).toBeInTheDocument()
  await user.type(await words(), ' lid')
  expect(screen.queryByRole('button', { name: 'Open it' })).not.toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('invisible characters are no keyword [KW-046]', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?new=1')
  await user.type(await words(), '\u200b')
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }))
  expect(await screen.findByText('Please input a keyword!')).toBeInTheDocument()
  expect(server.sent('POST /api/keywords')).toHaveLength(0)
})

it('an added keyword can be undone from its message, for permitted users', async () => {
  server.answer('POST /api/keywords', { status: 201, body: { ...KEYWORD, keyword_id: 6, change_id: 12 } })
  server.answer('POST /api/keyword-changes/12/undo', {
    body: {
      ...{ change_id: 12, action: 'add', state: 'undone', progress: 100, selected: 1, changes: 1 },
      ...{ examples: [], created_at: '2026-11-20T10:00:00Z', undo: { back: 1, stays: 0 } },
    },
  })
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?new=1')
  await user.type(await words(), 'quiet fan')
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('1 keyword removed')).toBeInTheDocument()
  expect(server.sent('POST /api/keyword-changes/12/undo')).toHaveLength(1)
})

it('an article is requested about a keyword that was just added', async () => {
  const added = { ...KEYWORD, keyword_id: 6, keyword: 'quiet fan' }
  server.answer('POST /api/keywords', { status: 201, body: { ...added, change_id: 12 } })
  server.answer('GET /api/keywords/6', { body: added })
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?new=1')
  await user.type(await words(), 'quiet fan')
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }))
  await user.click(await screen.findByRole('button', { name: 'Request article' }))
  expect(await screen.findByRole('dialog', { name: /New Article/ })).toBeInTheDocument()
  expect(new URLSearchParams(window.location.search).get('request')).toBe('6')
})

it('an added keyword is named with a link to its row, even if the filters exclude it', async () => {
  const added = { ...KEYWORD, keyword_id: 6, keyword: 'quiet fan' }
  server.answer('POST /api/keywords', { status: 201, body: { ...added, change_id: 12 } })
  server.answer('GET /api/keywords/6', { body: added })
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?tracked=false&new=1')
  await user.type(await words(), 'quiet fan')
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }))
  await user.click(await screen.findByRole('button', { name: 'Show it' }))
  expect(await screen.findByText('quiet fan', { selector: '.keyword-cell' })).toBeInTheDocument()
})

it('a pasted list becomes a keyword for each cell, with the tags and sites of the form', async () => {
  server.answer('POST /api/keywords', { status: 201, body: { ...KEYWORD, change_id: 12 } })
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?new=1')
  await user.click(await words())
  await user.paste('quiet fan\tdesk fan\r\nQuiet  Fan\n\nfan heater\n')
  await user.click(screen.getByRole('button', { name: 'Add 3 keywords' }))
  expect(await screen.findByText('3 keywords added')).toBeInTheDocument()
  expect(server.sent('POST /api/keywords').map(({ json }) => json)).toMatchObject([
    { keyword: 'quiet fan', tracked: true },
    { keyword: 'desk fan' },
    { keyword: 'fan heater' },
  ])
})

it('after a pasted list existing keywords are named, and failed ones stay in the field', async () => {
  const user = userEvent.setup()
  const answers = [
    { status: 409, body: { message: 'It exists.', details: { keyword_id: 5 } } },
    { status: 201, body: { ...KEYWORD, change_id: 12 } },
    { status: 503, body: { message: 'Not now.' } },
    { status: 201, body: { ...KEYWORD, change_id: 13 } },
  ]
  server.answer('POST /api/keywords', () => answers.shift() ?? { status: 500, body: {} })
  openAs(server, 'opm', '/keywords?new=1')
  await user.click(await words())
  await user.paste('quiet fan\ndesk fan\nfan heater')
  await user.click(screen.getByRole('button', { name: 'Add 3 keywords' }))
  expect(await screen.findByText('Not now.')).toBeInTheDocument()
  expect(await words()).toHaveValue('fan heater')
  await user.click(screen.getByRole('button', { name: 'Add Keyword' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it('an edit cannot turn one keyword into several', async () => {
  const user = userEvent.setup()
  openAs(server, 'opm', '/keywords?edit=5')
  await user.click(await words())
  await user.paste('\ndesk fan')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(
    await screen.findByText('Enter one keyword here. Use New Keyword for the others.'),
  ).toBeInTheDocument()
  expect(server.sent('PATCH /api/keywords/5')).toHaveLength(0)
})

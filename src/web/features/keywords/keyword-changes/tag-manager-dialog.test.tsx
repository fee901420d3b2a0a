import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const SAVE = 'POST /api/keywords/tags'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  const tagged = { ...KEYWORD, tags: [{ tag_id: 3, tag: 'patio' }] }
  server.answer('GET /api/keywords', { body: { meta: { total: 1, is_more: false }, data: [tagged] } })
  server.answer('GET /api/keywords/tags', { body: [] })
  server.answer(SAVE, { body: { changed: 1, change_id: 1 } })
})
afterEach(() => server.close())

async function openManager() {
  openAs(server, 'opm', '/keywords')
  const row = await screen.findByRole('row', { name: /best kettle/ })
  await userEvent.click(within(row).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Bulk Actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Manage Tags' }))
  return within(await screen.findByRole('dialog', { name: 'Tag Managment' }))
}

it('the tag manager sends the tags to add and to remove, and the selected keywords [KW-070]', async () => {
  const manager = await openManager()
  await userEvent.type(manager.getByRole('combobox', { name: 'New tag' }), 'Summer{Enter}')
  await userEvent.click(manager.getByRole('button', { name: 'Remove patio' }))
  await userEvent.click(manager.getByRole('button', { name: 'Submit' }))
  await waitFor(() =>
    expect(server.sent(SAVE).map(({ json }) => json)).toEqual([
      { tagsToAdd: ['summer'], tagsToRemove: ['patio'], keywordIds: [5] },
    ]),
  )
})

it('in the tag manager a tag that some of the selected keywords have is added to all of them by one click', async () => {
  const tagged = { ...KEYWORD, tags: [{ tag_id: 3, tag: 'patio' }] }
  const other = { ...KEYWORD, keyword_id: 6, keyword: 'good kettle', tags: [] }
  server.answer('GET /api/keywords', { body: { meta: { total: 2, is_more: false }, data: [tagged, other] } })
  openAs(server, 'opm', '/keywords')
  for (const name of [/best kettle/, /good kettle/]) {
    const row = await screen.findByRole('row', { name })
    await userEvent.click(within(row).getByRole('checkbox'))
  }
  await userEvent.click(screen.getByRole('button', { name: /^Bulk Actions/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Manage Tags' }))
  const manager = within(await screen.findByRole('dialog', { name: 'Tag Managment' }))
  expect(manager.getByText('1 of 2')).toBeVisible()
  await userEvent.click(manager.getByRole('button', { name: 'Add patio to all' }))
  await userEvent.click(manager.getByRole('button', { name: 'Submit' }))
  await waitFor(() =>
    expect(server.sent(SAVE).map(({ json }) => json)).toEqual([
      { tagsToAdd: ['patio'], tagsToRemove: [], keywordIds: [5, 6] },
    ]),
  )
})

it('in the tag manager a comma or a line break ends a tag, and Submit takes along what is still in the field', async () => {
  const manager = await openManager()
  const field = manager.getByRole('combobox', { name: 'New tag' })
  await userEvent.type(field, 'Winter push,')
  expect(manager.getByRole('button', { name: 'Do not add winter push' })).toBeInTheDocument()
  expect(field).toHaveValue('')
  await userEvent.paste('spring\nautumn')
  expect(manager.getByRole('button', { name: 'Do not add autumn' })).toBeInTheDocument()
  await userEvent.type(field, 'half')
  await userEvent.click(manager.getByRole('button', { name: 'Submit' }))
  await waitFor(() =>
    expect(server.sent(SAVE).map(({ json }) => json)).toEqual([
      { tagsToAdd: ['winter push', 'spring', 'autumn', 'half'], tagsToRemove: [], keywordIds: [5] },
    ]),
  )
})

it('the tag manager submits nothing while a typed tag is too long', async () => {
  const manager = await openManager()
  await userEvent.click(manager.getByRole('combobox', { name: 'New tag' }))
  await userEvent.paste('a'.repeat(51))
  await userEvent.click(manager.getByRole('button', { name: 'Submit' }))
  expect(manager.getByRole('alert')).toHaveTextContent('At most 50 characters')
  expect(server.sent(SAVE)).toEqual([])
})

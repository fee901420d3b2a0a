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
  server.answer('GET /api/keywords', { body: { meta: { total: 1, isMore: false }, data: [tagged] } })
  server.answer('GET /api/keywords/tags', { body: [] })
  server.answer(SAVE, { body: { changed: 1, change_id: 1 } })
})
afterEach(() => server.close())

it('the tag manager sends the tags to add and to remove, and the selected keywords [KW-070]', async () => {
  openAs(server, 'opm', '/keywords')
  const row = await screen.findByRole('row', { name: /best kettle/ })
  await userEvent.click(within(row).getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Bulk Actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Manage Tags' }))
  const manager = within(await screen.findByRole('dialog', { name: 'Tag Managment' }))
  await userEvent.type(manager.getByRole('combobox', { name: 'New tag' }), 'Summer{Enter}')
  await userEvent.click(manager.getByRole('button', { name: 'Remove patio' }))
  await userEvent.click(manager.getByRole('button', { name: 'Submit' }))
  await waitFor(() =>
    expect(server.sent(SAVE).map(({ json }) => json)).toEqual([
      { tagsToAdd: ['summer'], tagsToRemove: ['patio'], keywordIds: [5] },
    ]),
  )
})

import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RoleId } from '#shared/access/roles.ts'
import { anArticle } from '#web/testing/articles.ts'
import { answerKeywords, KEYWORD } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  server.answer('GET /api/keywords/5', { body: KEYWORD })
  const nodes = [
    anArticle({ article_id: 1, title: 'Mine', user_id: 7 }),
    anArticle({ article_id: 2, title: 'Ada’s', user_id: 31 }),
  ]
  server.answer('GET /api/articles', { body: { nodes, totalCount: 2, page: 1 } })
})
afterEach(() => server.close())

const removeOf = (title: string) => screen.findByRole('button', { name: `Remove ${title}` })
const open = (role: RoleId) => openAs(server, role, '/keywords?targets=5')

it('every row has a button that removes it, for its requester and validators [TASK-009]', async () => {
  open('opm')
  expect(await removeOf('Mine')).toBeEnabled()
  const others = await removeOf('Ada’s')
  expect(others).toBeDisabled()
  expect(others).toHaveAttribute('title', 'Only its requester and validators may remove it.')
})

it('a validator takes a keyword off an article of somebody else [TASK-009] [TASK-017]', async () => {
  server.answer('DELETE /api/articles/2/keywords/5', { status: 204 })
  const user = userEvent.setup()
  open('qa')
  await user.click(await removeOf('Ada’s'))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(server.sent('DELETE /api/articles/2/keywords/5')).toHaveLength(1))
  expect(server.sent('DELETE /api/articles/2/keywords/5')[0]?.text).toBe('')
})

it('a task that is a colleague’s article cannot be chosen, and says why', async () => {
  const refused = 'Only its requester and validators may change which keywords an article has.'
  server.answer('GET /api/asana/search', {
    body: [
      { name: 'Ada’s toasters', gid: '1', refused },
      { name: 'Toasters for all', gid: '2' },
    ],
  })
  const user = userEvent.setup()
  open('opm')
  await user.type(await screen.findByRole('combobox', { name: 'Search articles' }), 'toasters')
  const optionOf = async (words: string) =>
    (await screen.findByText(words)).closest('.ant-select-item-option')
  expect(await optionOf(refused)).toHaveTextContent(/^Ada’s toasters/)
  expect(await optionOf(refused)).toHaveClass('ant-select-item-option-disabled')
  expect(await optionOf('Toasters for all')).not.toHaveClass('ant-select-item-option-disabled')
})

import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RoleId } from '#shared/access/roles.ts'
import { anArticle } from '#web/testing/articles.ts'
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
    'Only its requester and validators may take a keyword off an article.',
  )
})

it('an article keeps its only keyword, and its button says so [TASK-009] [D49] [D61]', async () => {
  open('qa')
  const remove = await removeOf('Of one keyword')
  expect(remove).toBeDisabled()
  expect(remove).toHaveAttribute('title', 'An article needs at least one keyword.')
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

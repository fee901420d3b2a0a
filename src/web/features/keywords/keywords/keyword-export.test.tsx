import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerKeywords } from '#web/testing/keywords.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const FILE = 'GET /api/keywords/keywords.csv'
const ASKS = { keyword: 'kettle', tracked: 'true', sort: 'keyword', sortOrder: 'asc' }
const { createObjectURL } = URL

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  answerKeywords(server, { total: 1, isMore: false })
  openAs(server, 'opm', `/keywords?${new URLSearchParams(ASKS)}`)
})
afterEach(() => {
  URL.createObjectURL = createObjectURL
  return server.close()
})

async function answerTo(name: string) {
  await screen.findByRole('row', { name: /best kettle/ })
  await userEvent.click(screen.getByRole('button', { name: 'CSV Export' }))
  const question = await screen.findByRole('dialog')
  expect(question).toHaveTextContent('1 keyword matching the filters')
  await userEvent.click(within(question).getByRole('button', { name }))
}

async function expectTold(title: string, reason: string) {
  const told = () => screen.queryByText(title)?.closest('.ant-notification-notice')
  await waitFor(() => expect(told()).toHaveTextContent(reason))
}

it('the export asks for confirmation and then requests the filtered keywords in their order [KW-020] [KW-021] [KW-065]', async () => {
  server.answer(FILE, { body: 'keyword\nbest kettle\n' })
  await answerTo('No')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sent(FILE)).toEqual([])
  await answerTo('Export')
  await waitFor(() => expect(server.sent(FILE)).toHaveLength(1))
  expect(Object.fromEntries(new URLSearchParams(server.sent(FILE)[0]?.search))).toEqual(ASKS)
})

it('a failed download shows a notice [KW-075]', async () => {
  server.answer(FILE, { status: 400, body: { message: 'Not today.' } })
  await answerTo('Export')
  await expectTold('Keywords could not be downloaded.', 'Not today.')
})

it('a file that cannot be saved shows a notice [KW-077]', async () => {
  server.answer(FILE, { body: 'keyword\nbest kettle\n' })
  URL.createObjectURL = () => {
    throw new Error('No room for files')
  }
  await answerTo('Export')
  await expectTold('Error exporting keyword.', 'No room for files')
})

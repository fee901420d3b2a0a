import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEditorServer, press } from '#web/testing/article-editor.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

let server: Loopback
beforeEach(async () => {
  server = await openEditorServer()
  server.answer('GET /api/products/preview', { body: [] })
  openAs(server, 'opm', '/articles/pending?new=1')
  await press('Add product')
})
afterEach(() => server.close())

const field = (label: string) => screen.getByLabelText(label)
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const faults = (message: string) =>
  within(screen.getByRole('dialog'))
    .queryAllByText(message)
    .filter((each) => each.closest('.field-error, .ant-form-item-explain-error'))

it('a submitted article with missing values shows a message beside each field and is not sent [ART-069] [ART-070] [ART-071] [ART-072] [ART-074] [ART-075] [ART-078] [ART-079] [ART-081]', async () => {
  for (const [number, asin] of ['B0C9TR41XM', 'b0c9tr41xm', 'B0'].entries()) {
    fill(`ASIN of product ${number + 1}`, asin)
    await press('Add product')
  }
  await press('Add question')
  await press('Submit')
  await waitFor(() => expect(faults('Missing Site')).toHaveLength(1))
  for (const message of [
    'Missing keyword',
    'Missing ASIN',
    'ASIN must be unique',
    'ASIN must have 10 characters',
    'Missing question',
  ])
    expect([message, faults(message).length]).toEqual([message, 1])
  expect(faults('Missing award')).toHaveLength(4)
  expect(faults('Missing name')).toHaveLength(4)
  expect(screen.queryByText(/missing summary/i)).toBeNull()
  expect(server.sent('POST /api/articles')).toEqual([])
})

it('pasting a product page keeps its ASIN; other text stays complete, and counters show if it is too long [ART-072] [ART-073] [ART-076] [ART-077]', async () => {
  const user = userEvent.setup()
  const asin = field('ASIN of product 1')
  await user.click(asin)
  await user.paste('https://www.amazon.com/Crestline-Air-Fryer/dp/B0C9TR41XM/ref=sr_1_1?th=1')
  expect(asin).toHaveValue('B0C9TR41XM')
  await user.clear(asin)
  await user.paste('b0c9tr41xm twice')
  expect(asin).toHaveValue('B0C9TR41XM TWICE')
  fill('Intro', 'x'.repeat(20_412))
  expect(screen.getByText('20,412 / 20,000')).toBeVisible()
  fill('Award of product 1', 'a'.repeat(31))
  expect(screen.getByText('31 / 30')).toBeVisible()
  await press('Submit')
  await waitFor(() => expect(faults('At most 20000 characters')).toHaveLength(1))
  expect(faults('At most 30 characters')).toHaveLength(1)
  expect(faults('ASIN must have 10 characters')).toHaveLength(1)
  expect(field('Intro')).toHaveValue('x'.repeat(20_412))
})

import './replace-panel.tsx'
import './outcome-panel.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { CANDIDATE, OUT, post, replacement } from '#web/testing/replacements.ts'

const SWAPPED = { before: 'We love Dunlarch V2, as ever.', after: 'We love Fennaway Glide, as ever.' }
let server: Loopback
afterEach(() => server.close())

async function openPanel() {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/replacements/back', { body: [] })
  server.answer('GET /api/stocks/oos-products', { body: { nodes: [], totalCount: 0 } })
  server.answer('GET /api/replacements/candidates', {
    body: { shelf: 'Robot Vacuums', posts: 3, candidates: [CANDIDATE] },
  })
  server.answer('GET /api/replacements/7/places/2/difference', {
    body: { sentences: [SWAPPED], attributes: [] },
  })
}

it('a post that is edited on its site is ticked under On their sites, and its sentences may wait for their writer', async () => {
  await openPanel()
  const boxed = post(3, { state: 'blocked', way: null, reason: 'In another plugin’s box.', before: null })
  server.answer('POST /api/replacements', { status: 201, body: replacement([post(2), boxed]) })
  server.answer('POST /api/replacements/7/apply', { body: replacement([post(2, { state: 'waiting' })]) })
  const done = post(2, { state: 'done', is_requested: true, result_id: 9 })
  server.answer('GET /api/replacements/7', {
    body: replacement([done], {
      state: 'applied',
      drafted: 1,
      requests: { open: 1, closed: 0 },
      places: { done: 1 },
    }),
  })
  const user = userEvent.setup()
  openAs(server, 'opm', `/reports/oos?group=product&replace=${OUT}`)
  await user.click(await screen.findByRole('radio', { name: /Fennaway Glide/ }))
  const sites = within(await screen.findByRole('list', { name: /^On their sites/ }))
  expect(sites.getByRole('checkbox', { name: 'Vacuums 2' })).toBeChecked()
  expect(sites.getByText('we draft a request with the new text')).toBeInTheDocument()
  expect(screen.queryByRole('list', { name: /^Here/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Edit on its site: Vacuums 3' })).toHaveAttribute(
    'href',
    'https://hs.example/3',
  )
  expect(await screen.findByRole('list', { name: 'Sentences that change' })).toHaveTextContent('Fennaway')
  await user.click(screen.getByRole('button', { name: 'Remove the sentence' }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await user.click(screen.getByRole('button', { name: 'Draft 1 update' }))
  expect(await screen.findByText('1 drafted (1 to edit on its site)')).toBeInTheDocument()
  expect(screen.getByText(/^The draft lists what to change. Edit the post/)).toBeInTheDocument()
  expect(screen.queryByText(/Readers still see/)).toBeNull()
  expect(screen.getByRole('link', { name: 'Vacuums 2' })).toHaveAttribute('href', '/articles/9')
  const sent = server.sent('POST /api/replacements/7/apply').map(({ json }) => json)
  expect(sent).toEqual([{ places: [2], accepted: [], answers: [] }])
})

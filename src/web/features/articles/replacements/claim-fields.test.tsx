import './replace-panel.tsx'
import './outcome-panel.tsx'
import '#web/ui/overlay/question-dialog.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { CANDIDATE, OUT, place, post, replacement } from '#web/testing/replacements.ts'

const PREPARE = 'POST /api/replacements'
const APPLY = 'POST /api/replacements/7/apply'
const LIVE = { way: 'live', is_fitting: true }

let server: Loopback
beforeEach(async () => {
  server = await openLoopback()
  server.answer('GET /api/sites', { body: [] })
  server.answer('GET /api/replacements/back', { body: [] })
  server.answer('GET /api/stocks/oos-products', { body: { nodes: [], totalCount: 0 } })
  server.answer('GET /api/replacements/candidates', {
    body: {
      shelf: 'Robot Vacuums',
      posts: 3,
      candidates: [CANDIDATE, { ...CANDIDATE, asin: 'B0AAAAAAS3', name: 'Other' }],
    },
  })
  for (const id of [2, 3])
    server.answer(`GET /api/replacements/7/places/${id}/difference`, {
      body: { sentences: [], attributes: [] },
    })
})
afterEach(() => server.close())

/** The panel with the first candidate chosen. */
async function openPanel() {
  const user = userEvent.setup()
  openAs(server, 'qa', `/reports/oos?group=product&replace=${OUT}`)
  const panel = within(await screen.findByRole('complementary', { name: 'Replace everywhere' }))
  await user.click(await panel.findByRole('radio', { name: /Fennaway Glide/ }))
  return { user, panel, field: () => panel.findByRole('textbox', { name: /^New words/ }) }
}

it('words being typed over an earlier answer are not left out: nothing is replaced until they are used', async () => {
  const live = post(2, LIVE)
  server.answer(PREPARE, { status: 201, body: replacement([live]) })
  server.answer(APPLY, { body: replacement([live], { state: 'applying' }) })
  const { user, panel, field } = await openPanel()
  await user.click(await panel.findByRole('button', { name: 'Rewrite' }))
  await user.click(panel.getByRole('button', { name: 'Use these words' }))
  const replace = panel.getByRole('button', { name: 'Change 1 live post' })
  expect(replace).toBeEnabled()
  await user.click(panel.getByRole('button', { name: 'Edit' }))
  await user.type(await field(), ' Very.')
  expect(panel.getByText('Use or cancel your new words in “Vacuums 2” first.')).toBeInTheDocument()
  expect(replace).toBeDisabled()
  await user.keyboard('{Control>}{Enter}{/Control}')
  await user.click(panel.getByRole('button', { name: 'Use these words' }))
  expect(server.sent(APPLY)).toHaveLength(0)
  await user.click(replace)
  await waitFor(() => expect(server.sent(APPLY)).toHaveLength(1))
  expect(server.sent(APPLY)[0]?.json).toMatchObject({
    answers: [{ place: 2, words: 'The Fennaway Glide is loud. Very.' }],
  })
})

it('words being typed are still there after looking at another post or ticking one', async () => {
  server.answer(PREPARE, {
    status: 201,
    body: replacement([post(2), post(3), post(4, { is_fitting: false })]),
  })
  const { user, panel, field } = await openPanel()
  await user.click(await panel.findByRole('button', { name: 'Rewrite' }))
  await user.type(await field(), ' Very.')
  await user.click(panel.getByRole('button', { name: 'Next' }))
  expect(panel.getByText('post 2 of 2')).toBeInTheDocument()
  expect(panel.queryByRole('textbox', { name: /^New words/ })).toBeNull()
  expect(panel.getByText('Use or cancel your new words in “Vacuums 2” first.')).toBeInTheDocument()
  await user.click(panel.getByRole('checkbox', { name: 'Vacuums 4' }))
  expect(await field()).toHaveValue('The Fennaway Glide is loud. Very.')
  await user.click(panel.getByRole('button', { name: 'Cancel' }))
  expect(panel.getByRole('button', { name: 'Draft 3 updates' })).toBeEnabled()
})

it('choosing another product, or closing the panel, asks before it discards typed words', async () => {
  server.answer(PREPARE, { status: 201, body: replacement([post(2)]) })
  const { user, panel, field } = await openPanel()
  await user.click(await panel.findByRole('button', { name: 'Rewrite' }))
  await user.type(await field(), ' Very.')
  await user.keyboard('{Escape}')
  const keep = async () => {
    expect(await screen.findByText('Discard your changes?')).toBeInTheDocument()
    await user.click(screen.getByText('Keep editing'))
    await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
    expect(await field()).toHaveValue('The Fennaway Glide is loud. Very.')
  }
  await keep()
  await user.click(panel.getByRole('button', { name: 'Close' }))
  await keep()
  await user.click(panel.getByRole('radio', { name: /Other/ }))
  await keep()
  expect(server.sent(PREPARE)).toHaveLength(1)
})

it('a live post is changed in place only if the user ticks it, and says what stays', async () => {
  const live = post(2, {
    ...{ way: 'live', is_fitting: false, title: 'Vacuums elsewhere' },
    mentions: ['title: A quiet one', 'The Dunlarch V2 is loud.'],
  })
  server.answer(PREPARE, { status: 201, body: replacement([place(1), live]) })
  const sentences = [{ before: 'We love Dunlarch V2, as ever.', after: 'We love Fennaway Glide, as ever.' }]
  const attributes = [{ before: 'title: Dunlarch V2', after: 'title: Fennaway Glide' }]
  server.answer('GET /api/replacements/7/places/2/difference', { body: { sentences, attributes } })
  const { user, panel } = await openPanel()
  expect(panel.getByRole('radio', { name: /Fennaway Glide.*\$182\.40.*expected a week/ })).toBeChecked()
  const box = await panel.findByRole('checkbox', { name: 'Vacuums elsewhere' })
  expect(box).not.toBeChecked()
  expect(panel.getByText('live post not written in Copydesk: changes right away')).toBeInTheDocument()
  expect(panel.getByText('Nothing changes for readers until the updates are approved.')).toBeInTheDocument()
  await user.click(box)
  expect(panel.getByText('Rewrite or remove 1 sentence first.')).toBeInTheDocument()
  expect(panel.getByRole('button', { name: 'Draft 1 update, change 1 live post' })).toBeDisabled()
  await user.click(panel.getByRole('button', { name: 'Next' }))
  await user.click(panel.getByRole('button', { name: 'Rewrite' }))
  const words = panel.getByRole('textbox', { name: /New words/ })
  expect(words).toHaveValue('The Fennaway Glide is loud.')
  await user.type(words, ' So.')
  await user.click(panel.getByRole('button', { name: 'Use these words' }))
  expect(panel.getByText('rewritten')).toBeInTheDocument()
  expect(
    panel.getByText('Review what won’t change in 1 live post and accept it, or deselect it.'),
  ).toBeInTheDocument()
  const left = panel.getByRole('list', { name: /will still mention the old product/ })
  expect(left).toHaveTextContent('title: A quiet one')
  expect(left).not.toHaveTextContent('is loud')
  await user.click(panel.getByRole('checkbox', { name: /Replace it anyway/ }))
  expect(
    panel.getByText('1 live post will change right away, the rest as drafts. You can undo for 30 days.'),
  ).toBeInTheDocument()
  expect(panel.getByRole('button', { name: 'Draft 1 update, change 1 live post' })).toBeEnabled()
  const marked = panel.getByRole('list', { name: 'Links and attributes that change' })
  expect(marked).toHaveTextContent('title: gone: Dunlarch V2new: Fennaway Glide')
  const otherwise = await panel.findByRole('list', { name: 'Sentences that change' })
  expect(otherwise).toHaveTextContent('We love gone: Dunlarch V2new: Fennaway Glide, as ever.')
  expect(panel.queryByText(/No summary|Write a new one/)).toBeNull()
})

import './user-access-screen.tsx'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { grantsOf, type RoleId } from '#shared/access/roles.ts'
import type { Loopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'
import { EMAIL, openAccess } from '#web/testing/user-access.ts'

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openAccess()
})
afterEach(() => server.close())

const MANAGER = { id: 31, first_name: 'Mara', last_name: 'Quist', username: 'mara.quist@copydesk.example' }
const NOTHING = { articles: [], claims: [], views: [], rules: [], queries: [], service_accounts: [] }
const SHARED = {
  views: [{ view_id: 3, screen: 'contentTracker', name: 'Fallen' }],
  rules: [{ rule_id: 4, name: 'An earner is out of stock' }],
  queries: [{ query_id: 5, name: 'Rows of May' }],
}
const ARTICLE = { article_id: 7, title: 'Kettles', status: 'returned', site: 'Hearthside', task_url: null }

/** The offboarding plan of a user with this work; the manager is the proposed heir. */
async function openPlan(work: object, roleId: RoleId | null, isActive = true, plan: object = {}) {
  const slack = { operation: 'slack', operation_name: 'Slack', avatar: null, account: 'U1', plan: 'closes' }
  const systems = [{ ...slack, detail: '', last_used_at: null, used_after_leaving: false }]
  server.answer('GET /api/users/offboarding-plan', {
    body: {
      name: 'Ruth Hallowell',
      refusal: null,
      is_manager_locked: false,
      systems,
      work: { ...NOTHING, ...work },
      ...plan,
    },
  })
  // Like the server: an account without the required permission is only found by a search that requires none.
  server.answer('GET /api/users', ({ search }) => {
    const holding = new URLSearchParams(search).get('holding')
    const isFound =
      roleId !== null &&
      (holding === null || (isActive && grantsOf(roleId).some((grant) => grant === holding)))
    const nodes = isFound ? [{ ...MANAGER, role_id: roleId, active: isActive ? 1 : 0 }] : []
    return { body: { nodes, totalCount: nodes.length } }
  })
  openAs(server, 'adm', '/user-access')
  await user.click(await screen.findByLabelText(/^Account email/))
  await user.paste(EMAIL)
  await user.click(await screen.findByLabelText('Manager email'))
  await user.paste(MANAGER.username)
  await user.click(await screen.findByRole('button', { name: 'Find' }))
  await user.click(await screen.findByRole('button', { name: /^Revoke all/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('list', { name: 'Systems' })
  if (roleId !== null && !('refusal' in plan)) await dialog.findAllByText(/^Mara Quist/)
  return dialog
}
const asked = () => new URLSearchParams(server.sent('GET /api/users').at(-1)?.search).get('holding')

it('the plan names in advance the work that the chosen heir may not use, which stays', async () => {
  const dialog = await openPlan({ ...SHARED, articles: [ARTICLE] }, 'opm')
  expect(dialog.getByText('1 saved query will stay: Mara Quist isn’t allowed to use it.')).toBeVisible()
  expect(asked()).toBe('CreateArticle')
})

it('work that stays does not count as handed over, and has its own list', async () => {
  const dialog = await openPlan({ ...SHARED, articles: [ARTICLE] }, 'opm')
  const said = dialog.getByRole('heading', { name: 'To be handed over' }).nextSibling
  expect(said).toHaveTextContent('1 open article; 1 team view; 1 alert rule.')
  const stays = within(dialog.getByRole('region', { name: 'Not handed over' }))
  expect(stays.getByText('Rows of May')).toBeVisible()
  expect(dialog.getAllByText('Rows of May')).toHaveLength(1)
  expect(stays.queryByText('Fallen')).toBeNull()
})

it('says that nothing is handed over if the heir may use none of it', async () => {
  const dialog = await openPlan({ queries: SHARED.queries }, 'wrt')
  expect(dialog.getByRole('heading', { name: 'To be handed over' }).nextSibling).toHaveTextContent('Nothing.')
})

it('plans no handover while no heir is chosen', async () => {
  const dialog = await openPlan({ ...SHARED, articles: [ARTICLE] }, 'wrt')
  expect(dialog.getByRole('heading', { name: 'What they own' })).toBeVisible()
  expect(dialog.queryByText('To be handed over')).toBeNull()
})

it('without articles to hand over any active user can be heir, and the plan names the work that would stay', async () => {
  const dialog = await openPlan(SHARED, 'wrt')
  expect(
    dialog.getByText(
      '1 team view, 1 alert rule, 1 saved query will stay: Mara Quist isn’t allowed to use them.',
    ),
  ).toBeVisible()
  expect(asked()).toBe('Profile')
})

it('mentions no remaining work if the heir may use all of it', async () => {
  const dialog = await openPlan(SHARED, 'eng')
  expect(dialog.queryByText(/will stay/)).toBeNull()
})

it('says why the named manager is not the heir', async () => {
  const dialog = await openPlan({ articles: [ARTICLE] }, 'wrt')
  expect(
    dialog.getByText('Mara Quist can’t write articles. Choose another active user who can write articles.'),
  ).toBeVisible()
  expect(dialog.getByText('No one: leave it as is')).toBeVisible()
})

it('a locked manager is not the heir, and the plan says so', async () => {
  const dialog = await openPlan(SHARED, 'eng', false)
  expect(dialog.getByText('Mara Quist is locked. Choose another active user.')).toBeVisible()
})

it('a manager who is locked and may not write either is described as both', async () => {
  const dialog = await openPlan({ articles: [ARTICLE] }, 'wrt', false)
  expect(dialog.getByText(/^Mara Quist is locked and can’t write articles\./)).toBeVisible()
})

it('a locked manager is said to get no mail', async () => {
  const dialog = await openPlan(SHARED, 'eng', false, { is_manager_locked: true })
  expect(
    dialog.getByText(/mara\.quist@copydesk\.example is locked in Copydesk and won’t get an email/),
  ).toBeVisible()
  expect(dialog.queryByText(/gets an email/)).toBeNull()
})

it('an address without an account is reported', async () => {
  const dialog = await openPlan(SHARED, null)
  expect(
    await dialog.findByText('mara.quist@copydesk.example has no Copydesk account. Choose a new owner.'),
  ).toBeVisible()
  expect(dialog.getByText(/mara\.quist@copydesk\.example gets an email when it ends/)).toBeVisible()
})

it('a refusal is stated once, without a plan for the work', async () => {
  const refusal = 'This is the last active administrator who can sign in.'
  const slack = { operation: 'slack', operation_name: 'Slack', avatar: null, account: 'U1', plan: 'refused' }
  const systems = [{ ...slack, detail: refusal, last_used_at: null, used_after_leaving: false }]
  const dialog = await openPlan(SHARED, 'eng', true, { refusal, systems })
  expect(dialog.getAllByText(new RegExp(refusal))).toHaveLength(1)
  expect(dialog.getByText('U1')).toBeVisible()
  expect(dialog.getByText('Refused')).toBeVisible()
  expect(dialog.queryByLabelText('New owner of open work')).toBeNull()
  expect(dialog.getByRole('heading', { name: 'What they own' })).toBeVisible()
  expect(server.sent('GET /api/users')).toEqual([])
  expect(dialog.queryByText(/gets an email/)).toBeNull()
})

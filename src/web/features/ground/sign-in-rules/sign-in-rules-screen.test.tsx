// Loaded lazily in the product; imported here so that it is loaded before the first test's timeout starts.
import './sign-in-rules-screen.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { SignInRulesView } from '#shared/features/ground/sign-in-rules/contract.ts'
import { USUAL_RULES } from '#shared/features/ground/sign-in-rules/rules.ts'
import { type Loopback, openLoopback } from '#web/testing/loopback.ts'
import { openAs } from '#web/testing/open-app.tsx'

const RULES = '/api/sign-in-rules'
const named = (id: number, first_name: string, last_name: string) => ({ id, first_name, last_name })
const NOOR = named(1, 'Noor', 'Haddad')
const VIEW: SignInRulesView = {
  rules: USUAL_RULES,
  version: 4,
  changed_at: '2026-11-12T09:00:00.000Z',
  changed_by: named(7, 'Ines', 'Aldana'),
  today: '2026-11-20',
  limits: { session_hours: 12, session_idle_minutes: 120, token_days: 365, tokens_each: 20 },
  break_glass: { provider: null, is_provider_session: false, administrators: [] },
  tokens: { personal: 7, highest: 4 },
  connected_assistants: [],
  groups: {
    administrators: { people: 3, ready: 3, missing: [] },
    everybody: {
      people: 15,
      ready: 10,
      missing: [
        NOOR,
        named(2, 'Elias', 'Norgate'),
        named(3, 'Mei', 'Tanabe'),
        named(4, 'Jo', 'Ek'),
        named(5, 'Li', 'Wu'),
      ],
    },
  },
  history: [
    {
      id: 2,
      changed_at: '2026-11-12T09:00:00.000Z',
      changed_by: 'Ines Aldana',
      changes: ['Sessions at once: no limit → 20'],
    },
  ],
}

let server: Loopback
const user = userEvent.setup()
beforeEach(async () => {
  server = await openLoopback()
  server.answer(`GET ${RULES}`, { body: VIEW })
})
afterEach(() => server.close())

async function open(role: 'adm' | 'eng' = 'adm') {
  openAs(server, role, '/users/sign-in-rules')
  return within(await screen.findByRole('region', { name: 'Second factor' }))
}
const bar = () => within(screen.getByRole('region', { name: 'Unsaved changes' }))
const save = () => user.click(bar().getByRole('button', { name: 'Save rules' }))
const requireAll = (card: Awaited<ReturnType<typeof open>>) =>
  user.click(card.getByRole('radio', { name: /^Everybody/ }))

describe('the sign-in rules', () => {
  it('say how many people each choice affects, and who is not ready', async () => {
    const card = await open()
    expect(screen.getByText('version 4')).toBeVisible()
    expect(card.getByRole('radio', { name: /^Administrators/ })).toHaveAccessibleName(
      'Administrators 3 people',
    )
    await requireAll(card)
    expect(card.getByText('10 of 15').closest('p')).toHaveTextContent(
      '10 of 15 people have one. 5 don’t: Noor Haddad, Elias Norgate, Mei Tanabe and 2 more',
    )
    await user.click(card.getByRole('button', { name: '2 more' }))
    expect(card.getByText('10 of 15').closest('p')).toHaveTextContent('Jo Ek, Li Wu')
    const happens = screen.getByRole('region', { name: 'What happens on 4 December' })
    expect(happens).toHaveTextContent('5 people get a mail when you save, 3 days before, and on the day.')
  })

  it('name only the mails still to come once they are saved', async () => {
    const rules = { ...USUAL_RULES, second_factor: 'everybody', second_factor_from: '2026-12-04' }
    server.answer(`GET ${RULES}`, { body: { ...VIEW, rules } })
    await open()
    const happens = screen.getByRole('region', { name: 'What happens on 4 December' })
    expect(happens).toHaveTextContent('5 people get a mail 3 days before and on the day.')
  })

  it('say what turning tokens off does to those that exist', async () => {
    await open()
    const tokens = screen.getByRole('region', { name: 'API tokens' })
    expect(tokens).toHaveTextContent('Turning this off ends the 7 existing tokens after 24 hours.')
    expect(tokens).toHaveTextContent('At most 20. The highest today is 4')
  })

  it('list earlier versions, and the way back', async () => {
    await open()
    const versions = screen.getByRole('region', { name: 'Earlier versions' })
    expect(versions).toHaveTextContent('Sessions at once: no limit → 20Ines Aldana2026-11-12')
    expect(screen.getByText('npm run admin -- link EMAIL')).toBeVisible()
  })

  it('name the changes before they are saved, and send null where the server decides', async () => {
    const card = await open()
    expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull()
    await requireAll(card)
    await user.type(screen.getByRole('textbox', { name: 'Sessions at once' }), '20')
    const hours = screen.getByRole('textbox', { name: 'Ends after' })
    await user.clear(hours)
    await user.type(hours, '8')
    expect(bar().getByText(/Second factor/)).toHaveTextContent(
      'Second factor: nobody → everybody · starts 2026-12-04 · Sessions end after: the server’s limit → 8 hours · Sessions at once: no limit → 20',
    )
    server.answer(`PUT ${RULES}`, (seen) => ({
      body: { ...VIEW, rules: { ...USUAL_RULES, ...(seen.json as object) }, version: 5 },
    }))
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(await screen.findByText('version 5')).toBeVisible()
    const [sent] = server.sent(`PUT ${RULES}`)
    expect(sent?.json).toEqual({
      ...USUAL_RULES,
      second_factor: 'everybody',
      second_factor_from: '2026-12-04',
      session_hours: 8,
      sessions_at_once: 20,
      version: 4,
    })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull())
  })

  it('are checked before they are sent', async () => {
    const card = await open()
    await requireAll(card)
    const from = card.getByLabelText('From')
    await user.clear(from)
    await user.type(from, '2026-11-19')
    const minutes = screen.getByRole('textbox', { name: 'Ends without use after' })
    await user.clear(minutes)
    await user.type(minutes, '121')
    await save()
    expect(from).toHaveAccessibleDescription('Choose today or a later day.')
    expect(minutes).toHaveAccessibleDescription('At most 120.')
    expect(from).toHaveFocus()
    expect(server.sent(`PUT ${RULES}`)).toHaveLength(0)
  })

  it('are discarded at once', async () => {
    const card = await open()
    await requireAll(card)
    await user.click(bar().getByRole('button', { name: 'Discard' }))
    expect(card.getByRole('radio', { name: /^Nobody/ })).toBeChecked()
    expect(screen.queryByRole('region', { name: 'Unsaved changes' })).toBeNull()
  })

  it('that would lock out their author mark the missing requirement, which gets the focus', async () => {
    const card = await open()
    await requireAll(card)
    server.answer(`PUT ${RULES}`, {
      status: 422,
      body: {
        statusCode: 422,
        message: 'Not saved.',
        code: 'unprocessable',
        details: { unmet: ['own_factor'] },
      },
    })
    await save()
    expect(await screen.findByText(/Not saved: this would lock you out\./)).toBeVisible()
    const item = (await card.findByText(/You don’t have a second factor yet\./)).closest('li')
    expect(item).toHaveFocus()
    expect(card.getByRole('link', { name: 'Set one up now' })).toHaveAttribute('href', '/profile?tab=sign-in')
    await user.click(card.getByRole('radio', { name: /^Nobody/ }))
    expect(screen.queryByText(/this would lock you out/)).toBeNull()
  })

  it('that somebody changed meanwhile say who and when, and keep what was typed after a reload', async () => {
    await open()
    await user.type(screen.getByRole('textbox', { name: 'Sessions at once' }), '7')
    const current = {
      rules: { ...USUAL_RULES, session_hours: 3 },
      version: 5,
      changed_at: new Date(Date.now() - 2 * 60_000).toISOString(),
      changed_by: named(9, 'Tomás', 'Wieland'),
    }
    server.answer(`PUT ${RULES}`, {
      status: 409,
      body: { statusCode: 409, message: 'Changed.', code: 'conflict', details: { current } },
    })
    await save()
    expect(await screen.findByText(/changed these rules/)).toHaveTextContent(
      'Tomás Wieland changed these rules 2 minutes ago. Reload to see version 5; your changes stay below.',
    )
    server.answer(`GET ${RULES}`, { body: { ...VIEW, ...current } })
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    expect(await screen.findByText('version 5')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Ends after' })).toHaveValue('3')
    expect(screen.getByRole('textbox', { name: 'Sessions at once' })).toHaveValue('7')
    expect(screen.queryByText(/changed these rules/)).toBeNull()
    server.answer(`PUT ${RULES}`, { body: { ...VIEW, version: 6 } })
    await save()
    await screen.findByText('version 6')
    expect(server.sent(`PUT ${RULES}`).at(-1)?.json).toMatchObject({
      session_hours: 3,
      sessions_at_once: 7,
      version: 5,
    })
  })

  it('are only read by users who may not change them', async () => {
    await open('eng')
    for (const field of [
      ...screen.getAllByRole('radio'),
      ...screen.getAllByRole('textbox'),
      screen.getByRole('checkbox'),
    ])
      expect(field).toBeDisabled()
    expect(screen.getByText('Only an administrator can change these rules.')).toBeVisible()
  })

  it('that could not be loaded can be asked for again', async () => {
    server.answer(`GET ${RULES}`, { status: 400, body: { code: 'invalid', message: 'Not today.' } })
    openAs(server, 'adm', '/users/sign-in-rules')
    expect(await screen.findByText('Couldn’t load the sign-in rules.')).toBeVisible()
    server.answer(`GET ${RULES}`, { body: VIEW })
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('version 4')).toBeVisible()
  })
})

describe('the rule about passwords', () => {
  const administrators = [
    { ...named(7, 'Ines', 'Aldana'), is_marked: false, last_full_sign_in_at: null },
    { ...named(8, 'Tomás', 'Wieland'), is_marked: true, last_full_sign_in_at: null },
  ]
  const break_glass = { provider: 'Acme', is_provider_session: true, administrators }

  it('is not offered without a provider', async () => {
    await open()
    expect(screen.queryByRole('region', { name: 'Passwords' })).toBeNull()
  })

  it('names each missing requirement of the switch in place, moves the focus there after each refusal, and sends the marked accounts', async () => {
    server.answer(`GET ${RULES}`, { body: { ...VIEW, break_glass } })
    server.answer(`PUT ${RULES}`, {
      status: 422,
      body: {
        statusCode: 422,
        message: 'Not saved: this would lock you out.',
        code: 'unprocessable',
        details: { unmet: ['break_glass'] },
      },
    })
    await open()
    const card = within(screen.getByRole('region', { name: 'Passwords' }))
    await user.click(card.getByRole('radio', { name: /^Only break-glass accounts/ }))
    expect(card.getAllByLabelText('Missing:')).toHaveLength(1)
    await user.click(card.getByRole('checkbox', { name: /^Ines Aldana/ }))
    await save()
    await waitFor(() => expect(card.getByLabelText('Missing:').closest('li')).toHaveFocus())
    await user.click(screen.getByRole('textbox', { name: 'Sessions at once' }))
    await save()
    await waitFor(() => expect(card.getByLabelText('Missing:').closest('li')).toHaveFocus())
    const [put] = server.sent(`PUT ${RULES}`)
    expect(put?.json).toMatchObject({ passwords: 'break_glass', break_glass: [7, 8] })
  })
})

describe('the rule about assistants', () => {
  const CONSENT = {
    ...VIEW,
    rules: { ...USUAL_RULES, assistants: 'consent', assistant_hosts: ['claude.ai', 'chatgpt.com'] },
    connected_assistants: [
      { host: 'claude.ai', connections: 2 },
      { host: 'chatgpt.com', connections: 1 },
    ],
  }
  const card = async () => {
    await open()
    return within(screen.getByRole('region', { name: 'Assistants' }))
  }

  it('asks for hosts once people may consent, and checks each of them in place', async () => {
    const assistants = await card()
    expect(assistants.getByRole('radio', { name: /^With a token only/ })).toBeChecked()
    expect(assistants.queryByRole('textbox', { name: 'Hosts' })).toBeNull()
    await user.click(assistants.getByRole('radio', { name: /^With a token, or/ }))
    await save()
    const hosts = assistants.getByRole('textbox', { name: 'Hosts' })
    expect(hosts).toHaveAccessibleDescription('Name at least one host.')
    expect(hosts).toHaveFocus()
    await user.type(hosts, 'claude.ai, https://chatgpt.com')
    await save()
    expect(hosts).toHaveAccessibleDescription('Enter host names only, such as claude.ai.')
    expect(hosts).toHaveFocus()
    expect(server.sent(`PUT ${RULES}`)).toHaveLength(0)
    await user.clear(hosts)
    await user.type(hosts, 'Claude.ai, chatgpt.com,')
    expect(bar().getByText(/Assistants/)).toHaveTextContent(
      'Assistants: with a token → with a token or by consent · Hosts of assistants: none → claude.ai, chatgpt.com',
    )
    server.answer(`PUT ${RULES}`, { body: { ...CONSENT, version: 5 } })
    await save()
    await screen.findByText('version 5')
    expect(server.sent(`PUT ${RULES}`)[0]?.json).toMatchObject({
      assistants: 'consent',
      assistant_hosts: ['claude.ai', 'chatgpt.com'],
    })
  })

  it('shows in place what the server says about one host', async () => {
    server.answer(`GET ${RULES}`, { body: CONSENT })
    const hosts = (await card()).getByRole('textbox', { name: 'Hosts' })
    await user.type(hosts, ', quill.example')
    server.answer(`PUT ${RULES}`, {
      status: 400,
      body: {
        message: 'Please check the values.',
        code: 'invalid',
        validation: { body: { issues: [{ path: 'assistant_hosts.2', message: 'Not this one.' }] } },
      },
    })
    await save()
    await waitFor(() => expect(hosts).toHaveAccessibleDescription('Not this one.'))
  })

  it('says how many assistants a change disconnects, and keeps the hosts', async () => {
    server.answer(`GET ${RULES}`, { body: CONSENT })
    const assistants = await card()
    const hosts = assistants.getByRole('textbox', { name: 'Hosts' })
    expect(assistants.queryByText(/^Disconnects/)).toBeNull()
    await user.clear(hosts)
    await user.type(hosts, 'claude.ai')
    expect(assistants.getByText('Disconnects 1 assistant.')).toBeVisible()
    await user.click(assistants.getByRole('radio', { name: 'Not at all' }))
    expect(assistants.getByText('Disconnects 3 assistants.')).toBeVisible()
    server.answer(`PUT ${RULES}`, { body: { ...VIEW, version: 5 } })
    await save()
    await screen.findByText('version 5')
    expect(server.sent(`PUT ${RULES}`)[0]?.json).toMatchObject({
      assistants: 'off',
      assistant_hosts: ['claude.ai', 'chatgpt.com'],
    })
  })
})

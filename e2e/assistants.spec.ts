import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { SCRIBE } from '../src/server/testing/program-documents.ts'
import type { Desk } from './desk.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  goWithin,
  signInByForm,
  test,
} from './fixtures.ts'

test.use({ settings: { E2E_PROGRAMS: 'true' } })

/** A program on the user's computer, to which the browser brings the answer. */
const program = createServer((_, response) =>
  response.end('<!doctype html><title>Scribe</title><link rel="icon" href="data:,"><h1>Back in Scribe</h1>'),
)
let back = ''
test.beforeAll(async () => {
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve))
  back = `http://127.0.0.1:${(program.address() as AddressInfo).port}/back`
})
test.afterAll(() => program.close())

const verifier = randomBytes(32).toString('base64url')

const asking = (clientId = SCRIBE) =>
  `/oauth/authorize?${new URLSearchParams({
    ...{ response_type: 'code', client_id: clientId, redirect_uri: back, scope: 'read write', state: 's1' },
    ...{ code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  })}`

/** What the program was sent, once the browser is back there. */
async function answerAt(page: Page) {
  await expect(page.getByRole('heading', { name: 'Back in Scribe' })).toBeVisible()
  return new URL(page.url()).searchParams
}

async function overviewWith({ url }: Desk, token: string) {
  const response = await fetch(`${url}/api/mcp`, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'overview', arguments: {} } },
    }),
  })
  return { status: response.status, text: await response.text() }
}

test('a user lets an assistant in that asks in the browser, sees it listed, and disconnects it', {
  tag: '@first',
}, async ({ page, desk, sample, openColleague, allowConsole }) => {
  allowConsole(/status of 403 .* at \/api\/sign-in-rules/)
  const admin = await openColleague(sample.people.find(({ role }) => role.id === 'adm')?.username ?? '')
  await admin.page.goto('/users')
  await admin.page.getByRole('link', { name: 'Sign-in rules' }).click()
  await admin.page.getByRole('radio', { name: /consent/ }).check()
  await admin.page.getByRole('textbox', { name: /^Hosts/ }).fill('scribe.example')
  await admin.page.getByRole('button', { name: 'Save rules' }).click()
  await expect(admin.page.getByText('version 1')).toBeVisible()

  const marcus = sample.people.find(({ role }) => role.id === 'opm')
  await page.goto(asking())
  await signInByForm(page, marcus?.username ?? '', sample.password)
  await expect(page.getByRole('heading', { name: 'Scribe wants to use Copydesk' })).toBeVisible()
  await expect(page.getByText('scribe.example')).toBeVisible()
  await expect(page.getByText(/The answer goes to a program on this computer/)).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectFits(page, 360)
  await page.getByRole('button', { name: 'Allow Scribe' }).click()
  const code = (await answerAt(page)).get('code') ?? ''

  const response = await fetch(`${desk.url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
      ...{ redirect_uri: back, client_id: SCRIBE },
    }),
  })
  const { access_token: token, scope } = await response.json()
  expect([response.status, scope]).toEqual([200, 'read'])
  const overview = await overviewWith(desk, token)
  expect([overview.status, overview.text]).toEqual([200, expect.stringContaining('Marcus')])

  await page.goto(`${desk.url}/profile?tab=api`)
  const connected = page.getByRole('region', { name: 'Connected assistants' })
  await expect(connected.getByRole('listitem')).toContainText('scribe.example')
  await connected.getByRole('button', { name: 'Disconnect Scribe' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await expect(connected.getByText(/^None connected/)).toBeVisible()
  expect((await overviewWith(desk, token)).status).toBe(401)
})

test('a user cancels a request, and one from a host that the rules don’t name is refused', async ({
  page,
  desk,
  sessionOf,
  signIn,
}) => {
  const ines = await sessionOf('adm')
  const { rules, version } = await ines.call('GET', '/api/sign-in-rules')
  const allowed = { assistants: 'consent', assistant_hosts: ['scribe.example'] }
  await ines.call('PUT', '/api/sign-in-rules', { ...rules, ...allowed, version })
  await signIn('opm')
  await page.goto(asking())
  await expect(page.getByRole('button', { name: 'Allow Scribe' })).toBeVisible()
  await page.keyboard.press('Escape')
  const answer = await answerAt(page)
  expect([answer.get('error'), answer.get('state'), answer.get('code')]).toEqual([
    'access_denied',
    's1',
    null,
  ])

  await page.goto(desk.url + asking('https://quill.example/client.json'))
  await expect(page.getByRole('heading', { name: 'quill.example may not connect here' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  await goWithin(page, '/profile?tab=api')
  await expect(page.getByText(/^None connected/)).toBeVisible()
})

import { startOidcProvider } from '../src/server/testing/oidc-provider.ts'
import { providerSettings } from '../src/server/testing/provider-stage.ts'
import { expect, expectAccessible, expectFits, goWithin, test } from './fixtures.ts'

// The port of the desk is not known yet: such a client may use any.
const acme = await startOidcProvider({
  redirectUri: 'http://localhost/api/auth/oidc/callback',
  client: { application_type: 'native' },
})

test.use({ settings: providerSettings(acme.issuer) })
test.afterAll(() => acme.close())

test('a user signs in through the provider and finds it connected in the profile', {
  tag: '@first',
}, async ({ page, allowConsole }) => {
  // The browser's own line about the refused stranger.
  allowConsole(/403 \(Forbidden\) at \/api\/auth\/oidc\/finish/)
  acme.signsIn({ sub: 'stranger', email: 'd.okafor@acme.example', email_verified: true })
  await page.goto('/')
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await expect(page.getByRole('heading', { name: 'Acme knows you, Copydesk does not' })).toBeVisible()
  await expectAccessible(page)
  await expectFits(page, 360)
  acme.signsIn({ sub: 'marcus', email: 'marcus.thiele@copydesk.example', email_verified: true })
  await page.getByRole('button', { name: 'Use another Acme account' }).click()
  await expect(page.getByRole('button', { name: 'Go to…' })).toBeVisible()
  expect(page.url()).not.toMatch(/code|state|token/)
  await goWithin(page, '/profile?tab=sign-in')
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Acme' }) })
  await expect(row).toContainText('Connected')
  await expect(row.getByRole('button', { name: 'Disconnect Acme' })).toBeVisible()
})

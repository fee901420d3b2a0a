import { Secret, TOTP } from 'otpauth'
import { startOidcProvider } from '../src/server/testing/oidc-provider.ts'
import { providerSettings } from '../src/server/testing/provider-stage.ts'
import { expect, expectAccessible, expectFits, goWithin, signInByForm, test } from './fixtures.ts'
import { productNow } from './product-day.ts'

// The port of the desk is not known yet: such a client may use any.
const acme = await startOidcProvider({
  redirectUri: 'http://localhost/api/auth/oidc/callback',
  client: { application_type: 'native' },
})

test.use({ settings: providerSettings(acme.issuer) })
test.afterAll(() => acme.close())

const STEP_MS = 30_000

/** An authenticator app that gives each code once: from the step before this one on, which the server still accepts. */
function authenticator(secret: string) {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let last = 0
  return () => {
    last = Math.max(last + 1, Math.floor(productNow().getTime() / STEP_MS) - 1)
    return totp.generate({ timestamp: last * STEP_MS })
  }
}

test('an administrator from the provider limits passwords to a colleague’s break-glass account, whose sign-in notifies all administrators', async ({
  page,
  desk,
  sample,
  sessionOf,
  openColleague,
  signIn,
  allowConsole,
}) => {
  // The browser's own lines about the confirmation, and about the step after the password.
  allowConsole(/status of 403 .* at \/api\/sign-in-rules/)
  allowConsole(/status of 422 .* at \/api\/auth/)
  const ines = await sessionOf('adm')
  const admins: { username: string; first_name: string; last_name: string }[] = await ines.call(
    'GET',
    '/api/profile/admins',
  )
  const colleague = admins.find(({ username }) => username !== ines.user.username)
  if (!colleague) throw new Error('There is only one administrator.')
  const name = `${colleague.first_name} ${colleague.last_name}`

  // The colleague sets up a second factor and signs in with it once.
  const { session } = await openColleague(colleague.username)
  const { secret } = await session.call('POST', '/api/profile/factors/totp')
  const nextCode = authenticator(secret.replaceAll(' ', ''))
  await session.call('PUT', '/api/profile/factors/totp', { code: nextCode() })
  const post = async (path: string, body: object) =>
    (
      await fetch(desk.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json() as Promise<{ token?: string; details?: { challenge: string } }>
  const { details } = await post('/api/auth', { username: colleague.username, password: sample.password })
  const full = await post('/api/auth/second-factor', { challenge: details?.challenge, totp: nextCode() })
  expect(full.token).toBeTruthy()

  // Ines connects the provider and comes back through it.
  acme.signsIn({ sub: 'ines', email: ines.user.username, email_verified: true })
  await signIn('adm')
  await page.goto('/profile?tab=sign-in')
  await page.getByRole('button', { name: 'Connect Acme' }).click()
  await expect(page.getByRole('button', { name: 'Disconnect Acme' })).toBeVisible()
  const logOut = async () => {
    await page.getByRole('button', { name: 'Menu', exact: true }).first().click()
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Yes, I am!' }).click()
  }
  await logOut()
  await page.getByRole('button', { name: 'Continue with Acme' }).click()
  await expect(page.getByRole('button', { name: 'Go to…' })).toBeVisible()

  await goWithin(page, '/users/sign-in-rules')
  await page.getByRole('radio', { name: /^Only break-glass accounts/ }).check()
  await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check()
  await expect(page.getByLabel('Missing:')).toHaveCount(0)
  await page.getByRole('button', { name: 'Save rules' }).click()
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await proof.getByLabel('Password').fill(sample.password)
  await proof.getByLabel('Password').press('Enter')
  await expect(page.getByText('version 1')).toBeVisible()

  await logOut()
  await expect(page.getByText('You’re still signed in at Acme.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Sign out at Acme, too' })).toHaveAttribute(
    'href',
    new RegExp(`^${acme.issuer}/`),
  )
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.getByRole('button', { name: 'Sign in another way' }).click()
  await signInByForm(page, colleague.username, sample.password)
  await page.getByRole('textbox', { name: 'Code' }).fill(nextCode())
  await expect(page.getByRole('button', { name: 'Go to…' })).toBeVisible()

  const { nodes } = await ines.call('GET', '/api/notices')
  expect(JSON.stringify(nodes)).toContain(`${name} signed in with a password instead of Acme.`)
})

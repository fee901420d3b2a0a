import type { Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import {
  expect,
  expectAccessible,
  expectAccessibleInBothThemes,
  expectFits,
  signInByForm,
  test,
} from './fixtures.ts'
import { productNow } from './product-day.ts'

const STEP_MS = 30_000

/** Codes of a key. Each step of 30 seconds is accepted once, from one before to one after, so three can follow at once. */
function codesOf(secret: string): () => string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  let last = 0
  return () => {
    last = Math.max(Math.floor(productNow().getTime() / STEP_MS) - 1, last + 1)
    return totp.generate({ timestamp: last * STEP_MS })
  }
}

const ways = (page: Page) => page.getByRole('region', { name: 'How you sign in' })
const step = (page: Page) => page.getByRole('region', { name: 'Confirm it’s you' })

async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Keep these codes' })
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled()
  await expectAccessible(page)
  const codes = await dialog
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents()
  await dialog.getByLabel('I’ve kept them somewhere safe').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

/** Marks pages whose browser offers no passkeys in fields: the authenticator of the test would accept at once. */
const NO_LIST = 'test.no-list'

/** Leaves the session as another browser would see the desk. */
async function beginAgain(page: Page, mark?: string): Promise<void> {
  await page.evaluate((key) => {
    localStorage.clear()
    if (key !== undefined) localStorage.setItem(key, '')
  }, mark)
  await page.goto('/')
  await expect(page.getByRole('form', { name: 'Sign in' })).toBeVisible()
}

const isIn = (page: Page) => expect(page.getByRole('banner')).toBeVisible()

test('an authenticator app is set up, then asked for after the password and before a sensitive call; a recovery code replaces it', async ({
  page,
  signIn,
  sample,
  allowConsole,
}) => {
  allowConsole(/status of (400|403|422) .* at \/api\//)
  const { user } = await signIn('opm')
  await page.goto('/profile?tab=sign-in')
  await expect(ways(page).getByText('Second factor off')).toBeVisible()
  await expectAccessibleInBothThemes(page)

  await ways(page).getByRole('button', { name: 'Set up an authenticator app' }).click()
  const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await expect(setup.getByRole('img', { name: 'QR code with the key' })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  const secret = (await setup.locator('.totp-secret').textContent())?.replaceAll(' ', '') ?? ''
  const nextCode = codesOf(secret)
  await setup.getByRole('textbox', { name: 'Code' }).fill(nextCode())
  await setup.getByRole('textbox', { name: 'Code' }).press('Enter')
  const codes = await keepCodes(page)
  expect(codes).toHaveLength(10)
  expect(codes[0]).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{4}$/)
  await expect(ways(page).getByText('Second factor on')).toBeVisible()
  await expect(ways(page).getByText('10 of 10 left')).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1440, height: 900 })

  await beginAgain(page)
  await signInByForm(page, user.username, sample.password)
  const code = page.getByLabel('Code from your authenticator app')
  await expect(code).toBeFocused()
  await expectAccessible(page)
  await expectFits(page, 360)
  await page.setViewportSize({ width: 1440, height: 900 })
  await code.pressSequentially('000000')
  await expect(
    step(page).getByText('That code is wrong or already used. You have 4 tries left.'),
  ).toBeVisible()
  await expect(code).toHaveValue('')
  await code.pressSequentially(nextCode())
  await isIn(page)

  // The confirmation of the sign-in is only minutes old: the first answer is that of an older one.
  await page.route(
    '**/api/profile/factors/recovery-codes',
    (route) =>
      route.fulfill({
        status: 403,
        json: { message: 'Confirm it’s you.', code: 'stepUp', details: { factors: ['totp', 'recovery'] } },
      }),
    { times: 1 },
  )
  await page.goto('/profile?tab=sign-in')
  await ways(page).getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
  await expect(code).toBeFocused()
  await expectAccessibleInBothThemes(page)
  await code.pressSequentially(nextCode())
  const [recovery = ''] = await keepCodes(page)
  expect(codes).not.toContain(recovery)

  await beginAgain(page)
  await signInByForm(page, user.username, sample.password)
  await page.getByText('Recovery code', { exact: true }).click()
  await page.getByLabel('One of your recovery codes').fill(recovery.toLowerCase().replaceAll('-', ' '))
  await step(page).getByRole('button', { name: 'Continue' }).click()
  await isIn(page)
})

test('a passkey is added, signs in without a password, and confirms after one', async ({
  page,
  signIn,
  sample,
  allowConsole,
}) => {
  allowConsole(/status of 422 .* at \/api\/auth$/)
  await page.addInitScript((key) => {
    if (localStorage.getItem(key) !== null)
      PublicKeyCredential.isConditionalMediationAvailable = async () => false
  }, NO_LIST)
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const { user } = await signIn('qa')
  await page.goto('/profile?tab=sign-in')
  await ways(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Test device')
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await keepCodes(page)
  await expect(ways(page).getByText('Test device')).toBeVisible()

  await beginAgain(page, NO_LIST)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await isIn(page)
  await page.goto('/profile?tab=sign-in')
  const here = page
    .getByRole('region', { name: 'Where you are signed in' })
    .getByRole('listitem')
    .filter({ hasText: 'this one' })
  await expect(here).toContainText('Passkey ·')

  // Its window opens by itself, and this authenticator accepts at once.
  await beginAgain(page, NO_LIST)
  await signInByForm(page, user.username, sample.password)
  await isIn(page)

  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await beginAgain(page, NO_LIST)
  await expectAccessible(page)
  await signInByForm(page, user.username, sample.password)
  const button = step(page).getByRole('button', { name: 'Use passkey' })
  await expect(button).toBeFocused()
  await expect(button).not.toHaveAttribute('aria-busy')
  await expectAccessible(page)
  await devices.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
  await button.click()
  await isIn(page)
})

import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleInBothThemes, test } from './fixtures.ts'

const NEW_PASSWORD = 'a better password'

const notice = (page: Page) => page.getByRole('alert').or(page.locator('.ant-notification-notice'))

/** Invites a user and returns the path of the mailed link. */
async function invite(
  page: Page,
  call: (method: string, path: string, body?: object) => Promise<unknown>,
  email: string,
): Promise<string> {
  await call('POST', '/api/users', {
    username: email,
    first_name: 'Ada',
    last_name: 'Newcomer',
    role_id: 'opm',
    active: true,
  })
  return linkMailedTo(page, email, 'confirmation')
}

async function linkMailedTo(
  page: Page,
  email: string,
  kind: 'confirmation' | 'reset-password',
): Promise<string> {
  let path = ''
  await expect
    .poll(
      async () => {
        const mails = await (await page.request.get('/api/outbox')).json()
        const mail = mails.find(
          (each: { to: string; text: string }) => each.to === email && each.text.includes(`/${kind}/`),
        )
        path = mail?.text.match(new RegExp(`/${kind}/[\\w-]+`))?.[0] ?? ''
        return path
      },
      { timeout: 15_000 },
    )
    .not.toBe('')
  return path
}

test('a signed-out visitor loads at most 150 kB of code, and none of the signed-in screens', async ({
  page,
}) => {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (!['script', 'stylesheet'].includes(request.resourceType())) return
    sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize))
  })
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThan(150_000)
})

test('an invitation greets the user, requires a password twice, and signs in [AUTH-020] [AUTH-021] [AUTH-022] [AUTH-023] [AUTH-024] [AUTH-025] [AUTH-027] [AUTH-028] [AUTH-029] [AUTH-030] [AUTH-031] [AUTH-033] [AUTH-035]', {
  tag: '@first',
}, async ({ page, sessionOf }) => {
  const { call } = await sessionOf('adm')
  const email = 'ada.newcomer@copydesk.example'
  const path = await invite(page, call, email)
  const token = path.split('/').at(-1)
  const opened = page.waitForRequest((request) => request.url().includes('/api/auth/confirmation'))
  await page.goto(path)
  expect(new URL((await opened).url()).searchParams.get('token')).toBe(token)
  expect((await opened).method()).toBe('GET')
  await expect(page.getByText('Welcome, Ada!')).toBeVisible()
  await expect(page.getByText('Please create a new password:')).toBeVisible()
  await expectAccessible(page)

  const carryOn = page.getByRole('button', { name: 'Continue' })
  await carryOn.click()
  await expect(page.getByText('Please input your password!')).toBeVisible()
  await expect(page.getByText('Please confirm your password!')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirmation').fill('A better password')
  await carryOn.click()
  await expect(page.getByText('Must be equals password')).toBeVisible()

  await page.getByLabel('Confirmation').fill(NEW_PASSWORD)
  const confirmed = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/auth/confirmation'),
  )
  const signedIn = page.waitForRequest((request) => request.url().endsWith('/api/auth'))
  await carryOn.click()
  expect((await confirmed).postDataJSON()).toEqual({ token, password: NEW_PASSWORD })
  expect((await signedIn).postDataJSON()).toEqual({ username: email, password: NEW_PASSWORD })
  await expect(page).toHaveURL(/\/keywords$/)
})

test('a forgotten password is reset by the mailed link, which signs in [AUTH-038] [AUTH-039] [AUTH-040] [AUTH-041] [AUTH-042] [AUTH-044] [AUTH-045] [AUTH-046] [AUTH-047] [AUTH-049] [AUTH-051] [AUTH-052] [AUTH-055]', {
  tag: '@first',
}, async ({ page, sessionOf }) => {
  const { call } = await sessionOf('adm')
  const email = 'ben.forgetful@copydesk.example'
  const invitation = await invite(page, call, email)
  await page.request.post('/api/auth/confirmation', {
    data: { token: invitation.split('/').at(-1), password: 'an old password' },
  })

  await page.goto('/forgot-password')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('Please input a valid email!')).toBeVisible()
  await page.getByLabel('Email').fill(email)
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/reset-password'))
  await page.getByRole('button', { name: 'Send link' }).click()
  expect([(await asked).method(), (await asked).postDataJSON()]).toEqual(['POST', { username: email }])
  await expect(
    page.getByText('If this address belongs to an account, we’ve sent an email with a link.'),
  ).toBeVisible()

  const path = await linkMailedTo(page, email, 'reset-password')
  const token = path.split('/').at(-1)
  const opened = page.waitForRequest((request) => request.url().includes('/api/reset-password?'))
  await page.goto(path)
  expect(new URL((await opened).url()).searchParams.get('token')).toBe(token)
  await expect(page.getByText('Ada')).toBeVisible()
  await expectAccessible(page)
  const carryOn = page.getByRole('button', { name: 'Continue' })
  await carryOn.click()
  await expect(page.getByText('Please input your password!')).toBeVisible()
  await expect(page.getByText('Please confirm your password!')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('Confirmation').fill('A better password')
  await carryOn.click()
  await expect(page.getByText('Must be equals password')).toBeVisible()
  await page.getByLabel('Confirmation').fill(NEW_PASSWORD)
  const reset = page.waitForRequest((request) => request.method() === 'PUT')
  await carryOn.click()
  expect([new URL((await reset).url()).pathname, (await reset).postDataJSON()]).toEqual([
    '/api/reset-password',
    { token, password: NEW_PASSWORD },
  ])
  await expect(page).toHaveURL(/\/keywords$/)
})

test('users change their own password with the current one, from the sub-header of the profile [SHELL-047] [AUTH-060] [AUTH-061] [AUTH-062] [AUTH-063] [AUTH-064] [AUTH-066] [AUTH-067]', async ({
  page,
  signIn,
  sessionOf,
  desk,
  allowConsole,
}) => {
  allowConsole(/status of 4\d\d .* at \/api\/profile\/password$/)
  const { call } = await sessionOf('adm')
  const email = 'cora.changer@copydesk.example'
  const invitation = await invite(page, call, email)
  await page.request.post('/api/auth/confirmation', {
    data: { token: invitation.split('/').at(-1), password: 'the first password' },
  })
  const { token, user } = await (
    await page.request.post('/api/auth', { data: { username: email, password: 'the first password' } })
  ).json()
  await signIn('wrt')
  await page.evaluate(
    (session) => {
      localStorage.setItem('copydesk.token', session.token)
      localStorage.setItem('copydesk.user', JSON.stringify(session.user))
    },
    { token, user },
  )

  await page.goto('/profile')
  await page.locator('.sub-header').getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog')
  const submit = dialog.getByRole('button', { name: 'Change Password' }).last()
  await submit.click()
  for (const message of [
    'Please input the current password!',
    'Please input the new password!',
    'Please confirm the new password!',
  ]) {
    await expect(dialog.getByText(message)).toBeVisible()
  }
  await dialog.getByLabel('Current password').fill('not the current one')
  await dialog.getByLabel('New password').fill(NEW_PASSWORD)
  await dialog.getByLabel('Confirmation').fill('A better password')
  await submit.click()
  await expect(dialog.getByText('Must be equals new password')).toBeVisible()

  await dialog.getByLabel('Confirmation').fill(NEW_PASSWORD)
  await submit.click()
  await expect(notice(page).filter({ hasText: 'Error changing password.' })).toBeVisible()
  await expect(dialog.getByLabel('New password')).toHaveValue(NEW_PASSWORD)

  await dialog.getByLabel('Current password').fill('the first password')
  const changed = page.waitForRequest((request) => request.url().endsWith('/api/profile/password'))
  await submit.click()
  expect([(await changed).method(), (await changed).postDataJSON()]).toEqual([
    'PATCH',
    { password: 'the first password', newPassword: NEW_PASSWORD },
  ])
  await expect(notice(page).filter({ hasText: 'Password Changed' })).toBeVisible()
  const again = await fetch(`${desk.url}/api/profile`, { headers: { authorization: `Bearer ${token}` } })
  expect(again.status).toBe(200)
})

test('signed-out screens and the password dialog are accessible in both themes', async ({ page, signIn }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const path of ['/', '/forgot-password']) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await expectAccessible(page)
    }
  }
  await signIn('opm')
  await page.goto('/profile')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

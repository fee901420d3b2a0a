import type { Page } from '@playwright/test'
import type { Permission } from '../src/shared/access/permissions.ts'
import { expect, test } from './fixtures.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const signInCard = (page: Page) => page.getByRole('button', { name: 'Sign in', exact: true })

/** Of somebody who has not chosen what opens: the sample's people have. */
const withoutChoice = (page: Page) =>
  page.route('**/api/saved-views/start', (route) =>
    route.fulfill({ json: { chosen: null, screen: 'keywords', search: '' } }),
  )

test("the sign-in screen is at '/' for signed-out visitors [SHELL-001]", async ({ page, signIn }) => {
  await page.goto('/')
  await expect(signInCard(page)).toBeVisible()
  await withoutChoice(page)
  await signIn('opm')
  await page.goto('/')
  await expect(page).toHaveURL(/\/keywords$/)
  await expect(signInCard(page)).toHaveCount(0)
})

test("for a signed-in user '/' shows Keywords, with ViewKeywords only [SHELL-002]", async ({
  page,
  signIn,
}) => {
  const session = await signIn('opm')
  await page.goto('/')
  await expect(heading(page, 'Keywords Summary')).toBeVisible()
  const permissions: Permission[] = ['Profile']
  await page.route('**/api/profile', (route) => route.fulfill({ json: { ...session.user, permissions } }))
  await page.goto('/')
  await expect(page).toHaveURL(/\/tools$/)
})

test('password screens open for a signed-out visitor [SHELL-003] [SHELL-004] [SHELL-005]', async ({
  page,
}) => {
  await page.goto('/forgot-password')
  await expect(page).toHaveURL(/\/forgot-password$/)
  await expect(page.getByLabel('Email')).toBeVisible()
  for (const [path, call] of [
    ['/confirmation/some-token', 'auth/confirmation'],
    ['/reset-password/some-token', 'reset-password'],
  ] as const) {
    await page.route(`**/api/${call}?*`, (route) => route.fulfill({ json: { first_name: 'Ada' } }))
    await page.goto(path)
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByLabel('Confirmation')).toBeVisible()
  }
})

test('game solutions open for anyone, signed in or not [SHELL-006]', async ({ page, signIn }) => {
  await page.goto('/game-solutions')
  await expect(heading(page, 'Game Solutions')).toBeVisible()
  await signIn('wrt')
  await page.goto('/game-solutions')
  await expect(heading(page, 'Game Solutions')).toBeVisible()
})

test('a signed-in user is sent on from what is for signed-out visitors [SHELL-031] [SHELL-036]', async ({
  page,
  signIn,
}) => {
  await withoutChoice(page)
  await signIn('qa')
  for (const path of ['/', '/forgot-password', '/confirmation/some-token', '/reset-password/some-token']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/keywords$/)
  }
})

test('a signed-out visitor is sent to the sign-in screen [SHELL-032] [SHELL-037]', async ({ page }) => {
  for (const path of ['/keywords', '/users/1', '/articles/pending', '/tools', '/db-query']) {
    await page.goto(path)
    await expect(signInCard(page)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/')
  }
})

test('an address that does not exist says so and goes where the guard sends [SHELL-033]', async ({
  page,
  signIn,
}) => {
  await withoutChoice(page)
  await signIn('opm')
  await page.goto('/no-such-thing')
  await expect(page.getByText('No such page: /no-such-thing')).toBeVisible()
  await expect(page).toHaveURL(/\/keywords$/)
})

test('after signing in one lands where one wanted to go, and nowhere else', async ({ page, sample }) => {
  await page.goto('/articles/pending')
  await page.getByRole('button', { name: /Marcus Thiele/ }).click()
  await expect(page).toHaveURL(/\/articles\/pending$/)
  expect(sample.people.length).toBe(5)
})

test('every visit of a screen is recorded, but never the address of a password link [SHELL-038] [ACT-010]', async ({
  page,
  signIn,
  allowConsole,
}) => {
  allowConsole(/status of 404 .* at \/api\/reset-password$/)
  const posted: { userId: number; url: string; restObject: object }[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/user-activity'))
      posted.push(request.postDataJSON())
  })
  await page.goto('/reset-password/some-token')
  const { user } = await signIn('adm')
  await page.goto('/tools')
  await page
    .getByRole('link', { name: /My Pending Articles/ })
    .first()
    .click()
  await expect(page).toHaveURL(/pending/)
  // A visit counts once its screen is there; leaving earlier is no visit.
  await expect.poll(() => posted.length).toBe(2)
  await page.goto('/users/1')
  await expect.poll(() => posted.length).toBeGreaterThanOrEqual(3)
  expect(posted.map(({ url }) => new URL(url, 'http://desk.example').pathname)).toEqual([
    '/tools',
    '/articles/pending',
    '/users/1',
  ])
  expect(posted.every(({ userId }) => userId === user.id)).toBe(true)
  expect(posted[2]).toEqual({
    userId: user.id,
    url: expect.stringContaining('/users/1'),
    restObject: expect.any(Object),
  })
})

test('a list is read while the code of its screen is still on its way, and read once', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/keywords-screen-*.js', async (route) => {
    await arrival
    await route.continue()
  })
  const reads: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/keywords') reads.push(request.url())
  })
  const read = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/keywords')
  await page.goto('/keywords?tracked=true')
  await read
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
  arrive()
  await expect(page.getByRole('button', { name: 'Show details' }).first()).toBeVisible()
  expect(reads).toHaveLength(1)
  expect(reads[0]).toContain('tracked=true')
})

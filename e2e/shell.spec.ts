import type { Page } from '@playwright/test'
import { PERMISSIONS, type Permission } from '../src/shared/access/permissions.ts'
import { expect, expectAccessible, type Session, test } from './fixtures.ts'

async function holdOnly(page: Page, session: Session, permissions: readonly Permission[]) {
  await page.unrouteAll()
  await page.route('**/api/profile', (route) => route.fulfill({ json: { ...session.user, permissions } }))
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function openMenu(page: Page) {
  await page.getByRole('button', { name: 'Menu', exact: true }).first().click()
  await expect(menu(page)).toBeVisible()
}

async function menuLabels(page: Page): Promise<string[]> {
  await openMenu(page)
  const entries = await menu(page).locator('a, button').allInnerTexts()
  return entries.map((text) => text.split('\n')[0]?.trim() ?? '')
}

/** Menu entry and the permission that shows it. */
const ENTRIES: [id: string, label: string, permissions: Permission[]][] = [
  ['SHELL-063', 'Keyword research', ['KeywordResearch']],
  ['SHELL-064', 'Product Search', ['ViewTools']],
  ['SHELL-065', 'Reports', ['KeywordsUpload', 'ViewKeywords']],
  ['SHELL-066', 'CSV Upload', ['KeywordsUpload']],
  ['SHELL-071', 'Keywords Summary', ['ViewKeywords']],
  ['SHELL-072', 'Content Tracker', ['ViewKeywords']],
  ['SHELL-073', 'Users', ['ManageUsers']],
  ['SHELL-074', 'Sites', ['ManageSites']],
  ['SHELL-075', 'App Scan', ['ManageScan']],
  ['SHELL-076', 'Feature Flags', ['ManageFeatureFlags']],
  ['SHELL-077', 'User Activity', ['ManageSites']],
  ['SHELL-078', 'User Access', ['UserAccess']],
  ['SHELL-079', 'DB Query', ['ManageFeatureFlags']],
]

for (const [id, label, permissions] of ENTRIES) {
  test(`the menu entry '${label}' needs ${permissions.join(' or ')} [SHELL-062] [${id}]`, async ({
    page,
    signIn,
  }) => {
    const session = await signIn('eng')
    for (const permission of permissions) {
      await holdOnly(page, session, [permission])
      await page.goto('/tools')
      expect(await menuLabels(page)).toContain(label)
    }
    await holdOnly(
      page,
      session,
      PERMISSIONS.filter((name) => !permissions.includes(name)),
    )
    await page.goto('/tools')
    expect(await menuLabels(page)).not.toContain(label)
  })
}

test('every signed-in user finds these entries, My Profile and Logout last [SHELL-060] [SHELL-061] [SHELL-067] [SHELL-068] [SHELL-069] [SHELL-070]', async ({
  page,
  signIn,
}) => {
  for (const role of ['wrt', 'adm'] as const) {
    await signIn(role)
    await page.goto('/tools')
    const labels = await menuLabels(page)
    expect(labels).toEqual(expect.arrayContaining(['GSC Keywords Manager', 'Google Sheets Manager']))
    expect(labels.slice(-2)).toEqual(['My Profile', 'Logout'])
  }
})

test('an entry that leads to a screen one may not open shows it locked, with what is missing', async ({
  page,
  signIn,
}) => {
  await signIn('wrt')
  await page.goto('/tools')
  await openMenu(page)
  await menu(page).getByRole('link', { name: 'GSC Keywords Manager' }).click()
  await expect(page.getByText('ViewKeywords')).toBeVisible()
  await expect(page).toHaveURL(/gsc-keywords/)
})

test('the tools group shows to holders of ViewTools only [SHELL-053] [SHELL-054]', async ({
  page,
  signIn,
}) => {
  const session = await signIn('eng')
  await holdOnly(page, session, ['ViewTools'])
  await page.goto('/tools')
  await openMenu(page)
  await expect(menu(page).getByRole('heading', { name: 'Tools' })).toBeVisible()
  await holdOnly(
    page,
    session,
    PERMISSIONS.filter((name) => name !== 'ViewTools'),
  )
  await page.goto('/tools')
  await openMenu(page)
  await expect(menu(page).getByRole('heading', { name: 'Tools' })).toHaveCount(0)
})

test("the 'Admin' group shows to whoever may manage sites, users or flags, and to nobody else [SHELL-055] [SHELL-056] [SHELL-057] [SHELL-058] [SHELL-059]", async ({
  page,
  signIn,
}) => {
  const session = await signIn('eng')
  const admin = menu(page).getByRole('heading', { name: 'Admin' })
  for (const permission of ['ManageSites', 'ManageUsers', 'ManageFeatureFlags'] as const) {
    await holdOnly(page, session, [permission])
    await page.goto('/tools')
    await openMenu(page)
    await expect(admin).toBeVisible()
  }
  await page.unrouteAll()
  await signIn('qa')
  await page.goto('/tools')
  await openMenu(page)
  await expect(admin).toHaveCount(0)
})

test('the header shows the product, and its menu button opens the drawer with greeting and entries [SHELL-041] [SHELL-045] [SHELL-050] [SHELL-051] [SHELL-052]', async ({
  page,
  signIn,
}) => {
  const { user } = await signIn('opm')
  await page.goto('/tools')
  await expect(page.getByRole('banner')).toContainText('Copydesk')
  await expect(menu(page)).toHaveCount(0)
  await openMenu(page)
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toContainText(`Hello, ${user.first_name}`)
  await expect(drawer).toContainText('Operations manager')
  await menu(page).getByRole('link', { name: 'Articles History' }).click()
  await expect(page).toHaveURL(/\/articles$/)
})

test('a badge counts what is pending and leads there [SHELL-042] [SHELL-043]', async ({ page, signIn }) => {
  const { call } = await signIn('qa')
  const { totalCount } = await call('GET', '/api/articles/pending')
  expect(totalCount).toBeGreaterThan(0)
  await page.goto('/tools')
  const badge = page.getByRole('banner').getByRole('link', { name: `${totalCount} pending articles` })
  await expect(badge).toContainText(String(totalCount))
  await badge.click()
  await expect(page).toHaveURL(/\/articles\/pending$/)
})

test('without anything pending there is no badge [SHELL-044]', async ({ page, signIn }) => {
  await page.route('**/api/articles/pending*', (route) =>
    route.fulfill({ json: { nodes: [], totalCount: 0, page: 1 } }),
  )
  await signIn('opm')
  await page.goto('/tools')
  await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /pending articles/ })).toHaveCount(0)
})

test('after 60 px of scrolling the menu button stands in the sticky header [SHELL-046] [SHELL-047]', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1000, height: 600 })
  await signIn('adm')
  await page.goto('/tools')
  const sticky = page.locator('.sub-header')
  await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible()
  const button = sticky.getByRole('button', { name: 'Menu' })
  await page.evaluate(() => window.scrollTo(0, 59))
  await expect(button).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 120))
  await expect(button).toBeVisible()
  expect((await sticky.boundingBox())?.y).toBe(0)
  await button.click()
  await expect(menu(page)).toBeVisible()
})

test('the sub-header carries the actions of the page, and stays while scrolling [SHELL-047]', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await page.goto('/profile')
  await expect(page.locator('.sub-header').getByRole('button', { name: 'Change Password' })).toBeVisible()
})

test("'Search Already Used Keywords' finds a keyword and opens it [SHELL-048] [SHELL-049]", async ({
  page,
  signIn,
}) => {
  const { call } = await signIn('opm')
  const [first] = await call('GET', '/api/keywords?keyword=best')
  await page.goto('/articles')
  const search = page.getByLabel('Search Already Used Keywords')
  await search.fill(first.keyword)
  await page.getByRole('option', { name: first.keyword, exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('keyword')).toBe(first.keyword)
  expect(new URL(page.url()).pathname).toBe('/keywords')
})

test('logging out asks first and ends the session [SHELL-080] [SHELL-081] [SHELL-082] [SHELL-083] [AUTH-015] [AUTH-016]', async ({
  page,
  signIn,
  desk,
}) => {
  const { token } = await signIn('opm')
  await page.goto('/tools')
  await openMenu(page)
  await menu(page).getByRole('button', { name: 'Logout' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Signing Out?' })
  await expect(dialog).toContainText('Are you sure you want to log out?')
  await dialog.getByRole('button', { name: 'Yes, I am!' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(
    await page.evaluate(() => [
      localStorage.getItem('copydesk.token'),
      localStorage.getItem('copydesk.user'),
    ]),
  ).toEqual([null, null])
  const answer = await fetch(`${desk.url}/api/profile`, { headers: { authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(401)
})

test('the footer shows year, environment and the commit, linked [SHELL-084] [SHELL-085] [SHELL-087] [SHELL-088] [SHELL-089] [SHELL-090]', async ({
  page,
  signIn,
}) => {
  const asked = page.waitForRequest('**/api/health')
  await signIn('opm')
  await page.goto('/tools')
  expect(new URL((await asked).url()).search).toBe('')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(String(new Date().getFullYear()))
  await expect(footer).toContainText('development')
  const commit = footer.getByRole('link')
  await expect(commit).toHaveText(/^[0-9a-f]{7}$/)
  await expect(commit).toHaveAttribute('href', /^https:\/\/.+\/commit\/[0-9a-f]{40}$/)
})

test('the footer hides the environment in production [SHELL-086]', async ({ page }) => {
  await page.route('**/api/health', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), env: 'production' } })
  })
  await page.goto('/')
  const footer = page.getByRole('contentinfo')
  await expect(footer).toContainText(/[0-9a-f]{7}/)
  await expect(footer).not.toContainText('production')
  await expect(footer).not.toContainText('development')
})

test('a failed health call is passed over in silence [SHELL-092]', async ({ page, signIn, allowConsole }) => {
  allowConsole(/Failed to load resource: .* at \/api\/health$/)
  await page.route('**/api/health', (route) => route.abort())
  await signIn('opm')
  await page.goto('/tools')
  await expect(page.getByRole('contentinfo')).toContainText('development')
  await expect(page.locator('.ant-notification-notice')).toHaveCount(0)
})

test('signed out, everything stands in a centred card titled with the name of the tool [SHELL-039] [SHELL-040]', async ({
  page,
}) => {
  await page.goto('/')
  const title = page.getByRole('heading', { level: 1, name: 'Copydesk' })
  await expect(title).toBeVisible()
  const box = await page.locator('.card').boundingBox()
  const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2
  expect(Math.abs(middle - 720)).toBeLessThan(2)
})

test('the palette, the search key and the list of shortcuts answer to the keyboard', async ({
  page,
  signIn,
}) => {
  await signIn('adm')
  await page.goto('/tools')
  await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type('user activ')
  await expect(page.getByRole('option').first()).toContainText('User Activity')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user-activity/)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Ctrl')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

for (const width of [1440, 390, 360]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`frame, tools and menu are accessible and fit at ${width} px, ${colorScheme}`, async ({
      page,
      signIn,
    }) => {
      await page.setViewportSize({ width, height: 844 })
      await page.emulateMedia({ colorScheme })
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
      await expectAccessible(page)
      await signIn('adm')
      await page.goto('/tools')
      await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      await openMenu(page)
      await expectAccessible(page)
    })
  }
}

test('the theme is chosen in the menu and remembered', async ({ page, signIn }) => {
  await signIn('opm')
  await page.goto('/tools')
  await openMenu(page)
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

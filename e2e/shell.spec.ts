import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBothThemes, expectFits, test } from './fixtures.ts'

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

test('a writer’s menu leads to the screens of the role and ends with My Profile and Logout; other screens stay closed [SHELL-033] [SHELL-035] [SHELL-060] [SHELL-061] [SHELL-062]', {
  tag: '@first',
}, async ({ page, signIn }) => {
  await signIn('wrt')
  await page.goto('/keywords')
  await expect(page.getByText('You don’t have access to Keywords Summary')).toBeVisible()
  await expect(page).toHaveURL(/\/tools$/)
  expect(await menuLabels(page)).toEqual([
    'Keyword research',
    'GSC Keywords Manager',
    'Google Sheets Manager',
    'Game Solutions',
    'My Profile',
    'Logout',
  ])
  await page.keyboard.press('Escape')
  for (const [label, name] of [
    ['Keyword research', 'Keyword Research'],
    ['Game Solutions', 'Game Solutions'],
    ['My Profile', 'My Profile'],
  ] as const) {
    await openMenu(page)
    await menu(page).getByRole('link', { name: label, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
  }
})

test('after 60 px of scrolling the menu button is in the sticky header [SHELL-046] [SHELL-047]', async ({
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

test('the theme is chosen in the menu and remembered; logging out asks first and ends the session [SHELL-080] [SHELL-081] [SHELL-082] [SHELL-083] [AUTH-015] [AUTH-016]', {
  tag: '@first',
}, async ({ page, signIn, desk }) => {
  const { token } = await signIn('opm')
  await page.goto('/tools')
  await openMenu(page)
  await page.getByText('Dark', { exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await openMenu(page)
  await menu(page).getByRole('button', { name: 'Logout' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Signing Out?' })
  await expect(dialog).toContainText('Are you sure you want to log out?')
  await expect(dialog.getByRole('button', { name: 'Yes, I am!' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(
    await page.evaluate(() => [
      localStorage.getItem('copydesk.token'),
      localStorage.getItem('copydesk.user'),
    ]),
  ).toEqual([null, null])
  // The page removes the token first; the server ends the session shortly after.
  const headers = { authorization: `Bearer ${token}` }
  await expect.poll(async () => (await fetch(`${desk.url}/api/profile`, { headers })).status).toBe(401)
})

test('the palette, the search key and the list of shortcuts work by keyboard', async ({ page, signIn }) => {
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

test('the menu is accessible in both themes and fits a phone; the signed-out layout is a centred card [SHELL-039]', async ({
  page,
  signIn,
}) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  const box = await page.locator('.card').boundingBox()
  const middle = (box?.x ?? 0) + (box?.width ?? 0) / 2
  expect(Math.abs(middle - 720)).toBeLessThan(2)
  for (const width of [390, 360, 1440]) await expectFits(page, width)
  await signIn('adm')
  await page.goto('/tools')
  await expect(page.getByRole('heading', { name: 'Tools', level: 1 })).toBeVisible()
  await openMenu(page)
  await expectAccessibleInBothThemes(page)
  await expectFits(page, 360)
})

import type { Page } from '@playwright/test'
import { expect, expectAccessibleInBothThemes, expectFits, type Role, test } from './fixtures.ts'

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

const FOR_ALL = ['GSC Keywords Manager', 'Google Sheets Manager', 'Game Solutions']
const OPERATIONS = [
  'Keywords Summary',
  'Content Tracker',
  'Keyword Opportunities',
  'Keyword research',
  'Product Search',
  'Articles History',
  'My Pending Articles',
  'Products Library',
  'Commission Categories',
  'Reports',
  'CSV Upload',
  ...FOR_ALL,
]
/** The entries whose screens call themselves something else. */
const HEADINGS: Readonly<Record<string, string>> = {
  'Keyword research': 'Keyword Research',
  Users: 'Users management',
  Sites: 'Sites management',
  'App Scan': 'AOP Connectivity Scan',
  'User Access': 'User Access Management',
  'DB Query': 'Database Interface',
  'Google Sheets Manager': 'Google Sheet Manager',
}

/**
 * What each role finds in its menu, and an address that it may not open. Every screen is opened by one role: which
 * permission opens what is proven for every entry and address beside the menu and the guard.
 */
const JOURNEYS: { role: Role; groups: string[]; finds: string[]; opens: string[]; refused: string[] }[] = [
  {
    role: 'wrt',
    groups: [],
    finds: ['Keyword research', ...FOR_ALL],
    opens: ['Keyword research', 'Game Solutions', 'My Profile'],
    refused: ['/keywords', 'Keywords Summary', '/tools'],
  },
  {
    role: 'opm',
    groups: ['Tools'],
    finds: OPERATIONS,
    opens: OPERATIONS.filter((label) => label !== 'Keyword research' && label !== 'Game Solutions'),
    refused: ['/feature-flag', 'Feature Flags', '/keywords'],
  },
  {
    role: 'qa',
    groups: ['Tools'],
    finds: OPERATIONS,
    opens: ['My Pending Articles'],
    refused: ['/users/1', 'User details', '/keywords'],
  },
  {
    role: 'adm',
    groups: ['Tools', 'Admin'],
    finds: [...OPERATIONS, 'Bot', 'Users', 'Sites', 'App Scan', 'User Activity', 'User Access'],
    opens: ['Bot', 'Users', 'Sites', 'App Scan', 'User Activity', 'User Access'],
    refused: ['/db-query', 'Database Interface', '/keywords'],
  },
  {
    role: 'eng',
    groups: ['Tools', 'Admin'],
    finds: [...OPERATIONS, 'Bot', 'Users', 'Sites', 'App Scan', 'Feature Flags', 'User Activity', 'DB Query'],
    opens: ['Feature Flags', 'DB Query'],
    refused: ['/user-access', 'User Access Management', '/keywords'],
  },
]

for (const { role, groups, finds, opens, refused } of JOURNEYS) {
  test(`the menu of ${role} has the entries of this role and leads to their screens, My Profile and Logout last; another screen stays shut [SHELL-033] [SHELL-035] [SHELL-036] [SHELL-053] [SHELL-055] [SHELL-059] [SHELL-060] [SHELL-061] [SHELL-062] [SHELL-067] [SHELL-068] [SHELL-069] [SHELL-070]`, async ({
    page,
    signIn,
  }) => {
    await signIn(role)
    const [address = '', title, place] = refused
    await page.goto(address)
    await expect(page.getByText(`You may not open ${title}`)).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${place}$`))
    const labels = await menuLabels(page)
    expect(labels.toSorted()).toEqual([...finds, 'My Profile', 'Logout'].toSorted())
    expect(labels.slice(-2)).toEqual(['My Profile', 'Logout'])
    expect(await menu(page).getByRole('heading').allInnerTexts()).toEqual(groups)
    await page.keyboard.press('Escape')
    for (const label of opens) {
      await openMenu(page)
      await menu(page).getByRole('link', { name: label, exact: true }).click()
      const name = HEADINGS[label] ?? label
      await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
      await expect(page.getByText('This screen is locked for you.')).toHaveCount(0)
    }
  })
}

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

test('the menu is accessible in both themes, and fits a phone; signed out, everything stands in a centred card [SHELL-039]', async ({
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

import type { Page } from '@playwright/test'
import { button, dialogOf, notice, request, unique } from './article-steps.ts'
import { expect, expectFits, pinMenu, test } from './fixtures.ts'

const PHONE = { width: 390, height: 844 }

/** By how much the table, or some of its parts, overflows its box. */
const cutOff = (page: Page, parts = '*') =>
  page
    .locator('.table-box')
    .evaluate(
      (box, some) =>
        Math.max(
          ...[box, ...box.querySelectorAll(some)]
            .filter((part) => !part.matches('.visually-hidden'))
            .map((part) => part.getBoundingClientRect().right - box.getBoundingClientRect().right),
        ),
      parts,
    )

for (const { path, role, words } of [
  { path: '/users', role: 'adm', words: [/Active/, /\d{4}-\d\d-\d\d \d\d:\d\d/, /Edit/] },
  // The newest article depends on the tests that ran before.
  {
    path: '/articles',
    role: 'qa',
    words: [/Draft|Requested|Returned|Approved/, /\d{4}-\d\d-\d\d \d\d:\d\d/, /See more/],
  },
] as const)
  test(`on a phone ${path} shows every value of a row without scrolling sideways`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize(PHONE)
    await signIn(role)
    await page.goto(path)
    const row = page.locator('tr[data-row-key]').first()
    await expect(row).toBeVisible()
    for (const text of words) await expect(row).toContainText(text)
    expect(await cutOff(page, 'tbody, tbody *')).toBeLessThanOrEqual(0)
    // Sorting and filtering, which the header offers on a desktop, are on a line of their own.
    await page.getByRole('columnheader', { name: /^Status/ }).click()
    await expect(page).toHaveURL(/sort=(active|status)/)
  })

for (const { width, isPinned } of [
  { width: 1280, isPinned: true },
  { width: 1024, isPinned: false },
  { width: 1440, isPinned: true },
])
  test(`at ${width}${isPinned ? ' with the menu pinned' : ''} pending articles fit their box, and so does the column picker [ART-010]`, async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signIn('qa')
    await pinMenu(page, isPinned)
    await page.goto('/articles/pending')
    await expect(page.locator('.pending-row').first()).toBeVisible()
    expect(await cutOff(page)).toBeLessThanOrEqual(0)
    // The actions on an article are on one line.
    const heights = await page
      .locator('.article-actions')
      .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height))
    expect(Math.max(...heights)).toBeLessThan(40)
    await expect(button(page, 'Columns')).toBeInViewport({ ratio: 1 })
  })

for (const path of [
  '/articles',
  '/user-activity',
  '/profile',
  '/keyword-opportunities',
  '/gsc-keywords?tab=striking',
])
  test(`at 1280 with the menu pinned ${path} cuts off no row`, async ({ page, signIn }) => {
    await page.setViewportSize({ width: 1280, height: 900 })
    await signIn('adm')
    await pinMenu(page)
    await page.goto(path)
    await expect(page.locator('tr[data-row-key]').first()).toBeVisible()
    expect(await cutOff(page)).toBeLessThanOrEqual(0)
  })

test('at 1280 with the menu pinned the sections of a board, the lists of Search Console and the products of a post are not cut off', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const session = await signIn('eng')
  await pinMenu(page)
  const [board] = await session.call('GET', '/api/board')
  const { nodes } = await session.call('GET', '/api/articles?status=published')
  const article = nodes.find(({ wordpress_id: id }: { wordpress_id: number | null }) => id !== null)
  for (const [path, box, whole] of [
    [`/board/${board.gid}`, '.board', '.board-section'],
    ['/gsc-keywords?tab=rivals', '.gsc-tabs', '.gsc-tabs [data-tab=rivals] .quiet'],
    [
      `/posts/${article?.site.code}/${article?.wordpress_id}`,
      '.tracker-products',
      '.tracker-products tbody tr',
    ],
  ] as const) {
    await page.goto(path)
    await expect(page.locator(whole).first()).toBeVisible()
    const beyond = () =>
      page.locator(box).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await expect.poll(beyond, path).toBe(0)
  }
})

test('beside a pinned menu the list of opportunities starts in the upper part of the window, even in a low one', async ({
  page,
  signIn,
}) => {
  await signIn('opm')
  await pinMenu(page)
  for (const [height, most] of [
    [900, 200],
    [720, 200],
  ] as const) {
    await page.setViewportSize({ width: 1280, height })
    await page.goto('/keyword-opportunities')
    await expect(page.locator('tr[data-row-key]').first()).toBeVisible()
    const top = (await page.locator('.table-box').boundingBox())?.y ?? height
    expect([height, top < most]).toEqual([height, true])
  }
})

for (const path of ['/content-tracker', '/reports/oos'])
  test(`on a tablet ${path} shows its column of money whole`, async ({ page, signIn }) => {
    await signIn('opm')
    await page.setViewportSize({ width: 768, height: 900 })
    await page.goto(path)
    await expect(page.locator('tr[data-row-key]').first()).toBeVisible()
    const beyond = () =>
      page.locator('.table-scroll').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    await expect.poll(beyond).toBe(0)
  })

test('a pinned menu shows the whole entry of the current screen, however many are above it', async ({
  page,
  signIn,
}) => {
  await signIn('adm')
  await pinMenu(page)
  await page.setViewportSize({ width: 1280, height: 600 })
  for (const path of ['/user-access', '/keywords']) {
    await page.goto(path)
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu.locator('[aria-current=page]')).toBeInViewport({ ratio: 1 })
  }
})

test('the skeleton of a screen has the place of the screen, beside a pinned menu too', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await signIn('opm')
  await pinMenu(page)
  const known = Promise.withResolvers<void>()
  await page.route('**/api/profile', async (route) => {
    await known.promise
    await route.continue()
  })
  await page.goto('/keywords')
  const outline = await page.locator('.layout-skeleton .sub-header').boundingBox()
  known.resolve()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await page.locator('.sub-header').boundingBox()).toEqual(outline)
})

test('the header of a narrow phone is one line, with the menu on the side where it opens', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn('opm')
  await page.goto('/articles/pending')
  const titleBox = await page.getByRole('heading', { level: 1 }).boundingBox()
  const actionBox = await button(page, 'New Article').first().boundingBox()
  expect(Math.abs((titleBox?.y ?? 0) + (titleBox?.height ?? 0) / 2 - (actionBox?.y ?? 0) - 16)).toBeLessThan(
    8,
  )
  const menu = await button(page, 'Menu').first().boundingBox()
  const wordmark = await page.getByRole('link', { name: 'Copydesk' }).first().boundingBox()
  expect(menu?.x).toBeLessThan(wordmark?.x ?? 0)
})

test('messages beside fields move no button, and the page behind a dialog does not scroll', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1440, height: 600 })
  await signIn('adm')
  await page.goto('/users')
  await button(page, 'New User').click()
  const dialog = dialogOf(page, 'New User')
  const save = dialog.getByRole('button', { name: 'Create User' }).last()
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await save.hover()
  const before = await save.boundingBox()
  await save.click()
  await expect(dialog.getByText('Please input the first name!')).toBeVisible()
  expect(await save.boundingBox()).toEqual(before)
  await page.mouse.move(20, 300)
  await page.mouse.wheel(0, 600)
  await save.hover()
  await page.mouse.wheel(0, 600)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('every field of a product has a visible label', async ({ page, signIn }) => {
  await signIn('opm')
  await page.goto('/articles/pending?new=1')
  const dialog = dialogOf(page, /New Article/)
  await button(dialog, 'Add product').click()
  await dialog.getByLabel('Name of product 1').fill('Crestline')
  for (const label of ['ASIN', 'Name', 'Award', 'Summary (optional)'])
    await expect(dialog.getByText(label, { exact: true })).toBeVisible()
})

test('a panel below the sticky header does not scroll the page, and a menu takes the focus', async ({
  page,
  signIn,
}) => {
  await signIn('adm')
  await page.goto('/keywords')
  await page.locator('tr[data-row-key]').getByRole('checkbox').first().check()
  const top = () => page.evaluate(() => window.scrollY)
  await page.evaluate(() => window.scrollTo(0, 200))
  await expect.poll(top).toBe(200)
  await button(page, 'Bulk Actions').click()
  const first = page.getByRole('menuitem', { name: 'Manage Tags' })
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Add tags' })).toBeFocused()
  await first.hover()
  expect(await top()).toBe(200)
  await page.keyboard.press('Escape')
  await button(page, 'Views').click()
  await expect(page.locator('.views-menu :focus')).toBeVisible()
  expect(await top()).toBe(200)
})

test('on a phone the calendar of two days shows one month, its ranges and both of its arrows', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn('adm')
  await page.goto('/user-activity')
  await page.getByPlaceholder('Visited, from').click()
  for (const range of ['Last 7 days', 'Last 30 days', 'This year'])
    await expect(page.getByText(range, { exact: true })).toBeInViewport({ ratio: 1 })
  for (const arrow of ['.ant-picker-header-prev-btn', '.ant-picker-header-next-btn'])
    await expect(page.locator(arrow).first()).toBeInViewport({ ratio: 1 })
  await expectFits(page, 390)
})

test('a dialog returns the focus to its opener, and a filter takes it when it is added', async ({
  page,
  signIn,
}) => {
  await signIn('adm')
  await page.goto('/keywords')
  const opener = page.getByRole('button', { name: 'New Keyword' })
  for (let times = 0; times < 2; times++) {
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('textbox').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'By sites' }).click()
  await expect(page.getByRole('combobox', { name: 'By sites' })).toBeFocused()
})

test('a link to a keyword beyond the first page opens it without shifting the list afterwards', async ({
  page,
  signIn,
}) => {
  await page.addInitScript(() => {
    Reflect.set(window, 'moved', 0)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry) Reflect.set(window, 'moved', Reflect.get(window, 'moved') + Number(entry.value))
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn('adm')
  // The oldest keyword, which is on the last page.
  await page.goto('/keywords?keyword_id=1')
  await expect(page.locator('.month-grid')).toBeVisible()
  await expect(page.locator('tr[data-row-key]').first()).toHaveAttribute('data-row-key', '1')
  const moved = await page.evaluate(() => Number(Reflect.get(window, 'moved')))
  // A late row that makes room for its month would give 0.24; late fonts give 0.04.
  expect(moved).toBeLessThan(0.1)
})

test('sub-headers have one height, beside a pinned menu too, and the search box stays in place', async ({
  page,
  signIn,
}) => {
  await signIn('eng')
  await page.goto('/keywords')
  await pinMenu(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const heightOf = async () => (await page.locator('.sub-header').boundingBox())?.height
  const placeOf = async () => (await page.locator('.sub-header-search').boundingBox())?.x
  for (const path of ['/keywords', '/articles', '/users', '/reports/winners', '/user-activity', '/tools']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(heightOf, path).toBe(56)
  }
  await page.goto('/keywords')
  await button(page, 'Views').click()
  const place = await placeOf()
  await page.locator('.views-menu a').first().click()
  await expect(page.getByRole('button', { name: /^Views: / })).toBeVisible()
  expect(await placeOf()).toBe(place)
})

/** The column positions of a list, and the height of its box. */
const outlineOf = (page: Page) =>
  page.locator('.table-box').evaluate((box) => ({
    height: Math.round(box.getBoundingClientRect().height),
    columns: [...box.querySelectorAll('thead th')].map((head) => Math.round(head.getBoundingClientRect().x)),
  }))

for (const { path, api, width } of [
  { path: '/keywords', api: '/api/keywords', width: 1280 },
  { path: '/users', api: '/api/users', width: 1280 },
  { path: '/articles', api: '/api/articles', width: 390 },
])
  test(`${path} loads at ${width} pixels in the shape of its last visit`, async ({ page, signIn }) => {
    await page.setViewportSize({ width, height: 844 })
    await signIn('adm')
    await page.goto(path)
    const rows = page.locator('tr[data-row-key]')
    await expect(rows.first()).toBeVisible()
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(
      ({ pathname }) => pathname === api,
      async (route) => {
        await isAnswered
        await route.continue()
      },
    )
    await page.reload()
    await expect(page.locator('.skeleton-rows')).toBeVisible()
    const awaited = await outlineOf(page)
    answer()
    await expect(rows.first()).toBeVisible()
    const came = await outlineOf(page)
    expect(Math.abs(came.height - awaited.height)).toBeLessThanOrEqual(2)
    expect(awaited.columns).toHaveLength(came.columns.length)
    for (const [at, x] of came.columns.entries())
      expect(Math.abs(x - (awaited.columns[at] ?? 0)), `column ${at}`).toBeLessThanOrEqual(2)
  })

test('a notice is above the buttons of a dialog and of the page that it opens', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const opm = await signIn('opm')
  const draft = await request(opm, unique('Saved twice'), { draft: true })
  await page.goto(`/articles/pending?edit=${draft.article_id}`)
  const dialog = dialogOf(page, /Edit Article/)
  await dialog.getByLabel('Title').fill('Saved once more')
  await button(dialog, 'Save Draft').click()
  const told = notice(page, 'Draft saved')
  await expect(told).toBeVisible()
  const overlap = () =>
    page.evaluate(() => {
      const [one] = [...document.querySelectorAll('.notice')].map((each) => each.getBoundingClientRect())
      return [...document.querySelectorAll('[data-bar] button')].some((each) => {
        const box = each.getBoundingClientRect()
        return one && box.width > 0 && box.top < one.bottom && box.bottom > one.top && box.right > one.left
      })
    })
  await expect.poll(overlap).toBe(false)
})

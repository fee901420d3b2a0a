import type { Page } from '@playwright/test'
import { grantsOf } from '../src/shared/access/roles.ts'
import {
  mayOpen,
  type PlainScreenName,
  SCREEN_NAMES,
  SCREENS,
  type ScreenName,
} from '../src/shared/access/screens.ts'
import { expect, expectAccessibleInBothThemes, expectFits, goWithin, type Session, test } from './fixtures.ts'

/** A screen whose address has parameters. */
interface Place {
  address: (session: Session) => Promise<string>
  /** If it is not the title of the screen. */
  heading?: RegExp
  /** The narrowest window in px in which the screen does not scroll sideways; 360 by default. */
  narrowest?: number
}

/** Opened by signed-out visitors from mailed links; covered by the tests of signing in. */
type Mailed = 'confirmation' | 'resetPassword'

async function publishedArticle(session: Session) {
  const { nodes } = await session.call('GET', '/api/articles?status[0]=published')
  return session.call('GET', `/api/articles/${nodes[0].article_id}`)
}

const PLACES: Readonly<Record<Exclude<ScreenName, PlainScreenName | Mailed>, Place>> = {
  article: { address: async (session) => `/articles/${(await publishedArticle(session)).article_id}` },
  board: {
    async address(session) {
      const [board] = await session.call('GET', '/api/board')
      return `/board/${board.gid}`
    },
    heading: / tasks$/,
  },
  boardTask: { address: async (session) => (await publishedArticle(session)).asana_url },
  preview: {
    async address(session) {
      const { site, wordpress_id: post } = await publishedArticle(session)
      return `/preview/${site.code}/${post}`
    },
  },
  post: {
    async address(session) {
      const { site, wordpress_id: post } = await publishedArticle(session)
      return `/posts/${site.code}/${post}`
    },
  },
  report: { address: () => Promise.resolve('/reports/surfaces') },
  unsubscribe: { address: () => Promise.resolve('/unsubscribe/none') },
  connect: {
    address: () => Promise.resolve('/connect/refused?why=expired'),
    heading: /^This request has expired$/,
  },
  sheet: {
    async address(session) {
      const [link] = await session.call('GET', '/api/google-sheets')
      return link.sheet_url
    },
  },
  eventHook: {
    async address(session) {
      const { hook } = await session.call('POST', '/api/event-hooks', {
        name: 'Desk alerts',
        format: 'slack',
        address: 'https://hooks.slack.com/services/T000/B000/secret',
        types: ['alert.fired'],
        site_ids: null,
        timing: 'daily',
      })
      return `/event-hooks/${hook.id}`
    },
    heading: /^Desk alerts$/,
  },
  userDetails: { address: (session) => Promise.resolve(`/users/${session.user.id}`) },
  offboardingRun: {
    async address(session) {
      const someone = { email: 'lucia.ferrante@copydesk.example' }
      const { run_id: id } = await session.call('POST', '/api/users/offboarding-runs', someone)
      return `/user-access/runs/${id}`
    },
    narrowest: 390,
  },
  accessReview: {
    async address(session) {
      // Only one can be in progress, and another test may have started it.
      const { nodes } = await session.call('GET', '/api/users/access-reviews')
      const open = nodes.find((review: { ended_at: string | null }) => review.ended_at === null)
      const { review_id: id } = open ?? (await session.call('POST', '/api/users/access-reviews'))
      return `/user-access/reviews/${id}`
    },
    heading: /^Access review /,
  },
}
type PlacedScreenName = keyof typeof PLACES
const isPlaced = (name: ScreenName): name is PlacedScreenName => name in PLACES

const openFor = (role: 'adm' | 'eng') =>
  SCREEN_NAMES.filter((name) => mayOpen(SCREENS[name].access, { roleId: role, permissions: grantsOf(role) }))
const ADMINS = openFor('adm')
const ENGINEERS = openFor('eng').filter((name) => !ADMINS.includes(name))

async function openScreen(page: Page, session: Session, name: ScreenName) {
  const place = isPlaced(name) ? PLACES[name] : undefined
  const address = place ? await place.address(session) : SCREENS[name].path
  const title = place?.heading ?? SCREENS[name].title
  const heading = page.getByRole('heading', { level: 1, name: title, exact: true })
  // All reports have the same heading, so only a full load distinguishes the next one from the previous.
  if ((await heading.count()) > 0) await page.goto(address)
  else await goWithin(page, address)
  await expect(heading).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

/** Screens that no other test of the first tier opens. */
const WITHOUT_JOURNEY: readonly ScreenName[] = [
  'article',
  'board',
  'post',
  'commissionCategories',
  'keywordResearch',
  'productSearch',
  'googleSheets',
  'sheet',
  'gameSolutions',
  'notices',
  'profile',
  'outbox',
  'unsubscribe',
  'connect',
  'runs',
  'userDetails',
  'offboardingRun',
  'accessReview',
]

test('each screen without a journey of its own opens with its title', { tag: '@first' }, async ({
  page,
  signIn,
}) => {
  const session = await signIn('adm')
  await page.goto('/tools')
  for (const name of WITHOUT_JOURNEY) await openScreen(page, session, name)
})

/** Keeps each test well below its ten seconds. */
const AT_ONCE = 4
const GROUPS = Array.from({ length: Math.ceil(ADMINS.length / AT_ONCE) }, (_, index) =>
  ADMINS.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
)
for (const [role, names] of [
  ...GROUPS.map((names) => ['adm', names] as const),
  ['eng', ENGINEERS] as const,
]) {
  test(`screens are accessible in both themes and fit a phone: ${names.join(', ')}`, async ({
    page,
    signIn,
  }) => {
    const session = await signIn(role)
    await page.goto('/tools')
    for (const name of names) {
      await openScreen(page, session, name)
      await expectAccessibleInBothThemes(page)
      const { narrowest = 360 } = isPlaced(name) ? PLACES[name] : {}
      for (const width of [narrowest, 1440]) await expectFits(page, width)
    }
  })
}

import type { Page } from '@playwright/test'
import { SCREENS, type ScreenName } from '../src/shared/access/screens.ts'
import { keysOf } from '../src/shared/format/keys.ts'
import { expect, expectAccessibleInBothThemes, expectFits, goWithin, type Session, test } from './fixtures.ts'

interface Place {
  address: string | ((session: Session) => Promise<string>)
  /** Where it is not the name of the screen. */
  heading?: RegExp
  /** In pixels, where a narrower window scrolls sideways. */
  narrowest?: number
}

/** Screens of signed-out visitors, and the one that leads on to another. */
type Elsewhere = 'signIn' | 'confirmation' | 'forgotPassword' | 'resetPassword' | 'reports'

async function publishedArticle(session: Session) {
  const { nodes } = await session.call('GET', '/api/articles?status[0]=published')
  return session.call('GET', `/api/articles/${nodes[0].article_id}`)
}

/** Where each screen stands; two reports do not follow each other, because they have one heading. */
const PLACES: Record<Exclude<ScreenName, Elsewhere>, Place> = {
  tools: { address: '/tools' },
  keywords: { address: '/keywords' },
  report: { address: '/reports/winners' },
  articles: { address: '/articles' },
  pendingArticles: { address: '/articles/pending' },
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
  products: { address: '/products' },
  commissionCategories: { address: '/commission-categories' },
  oosReport: { address: '/reports/oos' },
  contentTracker: { address: '/content-tracker' },
  gscKeywords: { address: '/gsc-keywords' },
  keywordOpportunities: { address: '/keyword-opportunities' },
  keywordResearch: { address: '/keyword-research' },
  productSearch: { address: '/product-search' },
  googleSheets: { address: '/google-sheets' },
  sheet: {
    async address(session) {
      const [link] = await session.call('GET', '/api/google-sheets')
      return link.sheetUrl
    },
  },
  uploadKeywords: { address: '/upload-keywords' },
  gameSolutions: { address: '/game-solutions' },
  changes: { address: '/changes' },
  notices: { address: '/notices' },
  profile: { address: '/profile' },
  outbox: { address: '/outbox' },
  failedJobs: { address: '/failed-jobs' },
  scan: { address: '/scan' },
  sites: { address: '/sites' },
  userActivity: { address: '/user-activity?by=screen' },
  users: { address: '/users' },
  userDetails: { address: (session) => Promise.resolve(`/users/${session.user.id}`) },
  userAccess: { address: '/user-access' },
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
      const { review_id: id } = await session.call('POST', '/api/users/access-reviews')
      return `/user-access/reviews/${id}`
    },
    heading: /^Access review /,
  },
  bot: { address: '/bot' },
  featureFlags: { address: '/feature-flag' },
  dbQuery: { address: '/db-query' },
}
type Opened = keyof typeof PLACES

const ENGINEERS: readonly Opened[] = ['featureFlags', 'dbQuery']
const ADMINS = keysOf(PLACES).filter((name) => !ENGINEERS.includes(name))

async function openScreen(page: Page, session: Session, name: Opened) {
  const { address, heading } = PLACES[name]
  await goWithin(page, typeof address === 'string' ? address : await address(session))
  const title = heading ?? SCREENS[name].title
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

/** Screens that no journey of the first tier opens. */
const WITHOUT_JOURNEY: readonly Opened[] = [
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
  'failedJobs',
  'userDetails',
  'offboardingRun',
  'accessReview',
]

test('screens that no journey leads to open under their names', { tag: '@first' }, async ({
  page,
  signIn,
}) => {
  const session = await signIn('adm')
  await page.goto('/tools')
  for (const name of WITHOUT_JOURNEY) await openScreen(page, session, name)
})

/** So many that a test of them takes as long as others. */
const AT_ONCE = 4
const GROUPS = Array.from({ length: Math.ceil(ADMINS.length / AT_ONCE) }, (_, index) =>
  ADMINS.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
)
for (const [role, names] of [
  ...GROUPS.map((names) => ['adm', names] as const),
  ['eng', ENGINEERS] as const,
]) {
  test(`accessible in both themes, and as wide as a phone: ${names.join(', ')}`, async ({ page, signIn }) => {
    const session = await signIn(role)
    await page.goto('/tools')
    for (const name of names) {
      await openScreen(page, session, name)
      await expectAccessibleInBothThemes(page)
      for (const width of [PLACES[name].narrowest ?? 360, 1440]) await expectFits(page, width)
    }
  })
}

import { expect, test } from 'vitest'
import { isPermitted, PERMISSIONS, type Permission } from './permissions.ts'
import { DEFAULT_ROLE, grantsOf, ROLE_IDS, ROLES, type RoleId } from './roles.ts'
import { MENU, SCREENS } from './screens.ts'

type Row = readonly [id: string, role: RoleId, grant: string, names: readonly Permission[], granted: boolean]

const KEYWORDS: readonly Permission[] = ['ViewKeywords', 'KeywordsOpportunities', 'KeywordsUpload']

/** Every grant that the specification lists, with the names it stands for (decisions §1, D5, D7 and D12). */
const GRANTS: readonly Row[] = [
  ['PERM-006', 'adm', 'profile: edit', ['Profile'], true],
  ['PERM-007', 'adm', 'profile: change password', ['Profile'], true],
  ['PERM-008', 'adm', 'keywords: opportunities', ['KeywordsOpportunities'], true],
  ['PERM-009', 'adm', 'keywords: upload', ['KeywordsUpload'], true],
  ['PERM-010', 'adm', 'sites: search', ['ManageSites'], true],
  ['PERM-011', 'adm', 'sites: webhooks', ['ManageWebhooks'], false],
  ['PERM-012', 'adm', 'users: create', ['CreateUser'], true],
  ['PERM-013', 'adm', 'users: update', ['UpdateUser'], true],
  ['PERM-014', 'adm', 'users: search', ['ManageUsers'], true],
  ['PERM-015', 'adm', 'articles: validate', ['ValidateArticles'], true],
  ['PERM-016', 'adm', 'articles: pending', ['PendingArticles'], true],
  ['PERM-017', 'adm', 'articles: search', ['ManageArticles'], true],
  ['PERM-018', 'adm', 'articles: create', ['CreateArticle'], true],
  ['PERM-019', 'adm', 'the keyword research tool', ['KeywordResearch'], true],
  ['PERM-020', 'adm', 'manage products', ['ManageProducts'], true],
  ['PERM-021', 'adm', 'excluded words', ['ManageExcludedWords'], true],
  ['PERM-022', 'adm', 'scan', ['ManageScan'], true],
  ['PERM-023', 'adm', 'bot', ['Bot'], true],
  ['PERM-024', 'adm', 'commission categories', ['CommissionCategories'], true],
  ['PERM-025', 'adm', 'the management of commission categories', ['ManageCommissionCategories'], true],
  ['PERM-026', 'adm', 'user access', ['UserAccess'], true],
  ['PERM-027', 'adm', 'feature flags', ['ManageFeatureFlags'], false],
  ['PERM-028', 'opm', 'profile', ['Profile'], true],
  ['PERM-029', 'opm', 'keywords', KEYWORDS, true],
  ['PERM-030', 'opm', 'articles: pending', ['PendingArticles'], true],
  ['PERM-031', 'opm', 'articles: search', ['ManageArticles'], true],
  ['PERM-032', 'opm', 'articles: create', ['CreateArticle'], true],
  ['PERM-033', 'opm', 'articles: validate', ['ValidateArticles'], false],
  ['PERM-034', 'opm', 'keyword research', ['KeywordResearch'], true],
  ['PERM-035', 'opm', 'products', ['ManageProducts'], true],
  ['PERM-036', 'opm', 'commission categories', ['CommissionCategories'], true],
  ['PERM-037', 'opm', 'the management of commission categories', ['ManageCommissionCategories'], true],
  ['PERM-038', 'qa', 'profile', ['Profile'], true],
  ['PERM-039', 'qa', 'keywords', KEYWORDS, true],
  ['PERM-040', 'qa', 'articles: validate', ['ValidateArticles'], true],
  ['PERM-041', 'qa', 'articles: pending', ['PendingArticles'], true],
  ['PERM-042', 'qa', 'articles: search', ['ManageArticles'], true],
  ['PERM-043', 'qa', 'articles: create', ['CreateArticle'], true],
  ['PERM-044', 'qa', 'keyword research', ['KeywordResearch'], true],
  ['PERM-045', 'qa', 'products', ['ManageProducts'], true],
  ['PERM-046', 'qa', 'commission categories', ['CommissionCategories'], true],
  ['PERM-047', 'qa', 'the management of commission categories', ['ManageCommissionCategories'], true],
  ['PERM-048', 'eng', 'profile', ['Profile'], true],
  ['PERM-049', 'eng', 'keywords', KEYWORDS, true],
  ['PERM-050', 'eng', 'sites: search', ['ManageSites'], true],
  ['PERM-051', 'eng', 'sites: webhooks', ['ManageWebhooks'], true],
  ['PERM-052', 'eng', 'articles: validate', ['ValidateArticles'], true],
  ['PERM-053', 'eng', 'articles: pending', ['PendingArticles'], true],
  ['PERM-054', 'eng', 'articles: search', ['ManageArticles'], true],
  ['PERM-055', 'eng', 'articles: create', ['CreateArticle'], true],
  ['PERM-056', 'eng', 'users: search', ['ManageUsers'], true],
  ['PERM-057', 'eng', 'users: create', ['CreateUser'], false],
  ['PERM-058', 'eng', 'users: update', ['UpdateUser'], false],
  ['PERM-059', 'eng', 'scan', ['ManageScan'], true],
  ['PERM-060', 'eng', 'keyword research', ['KeywordResearch'], true],
  ['PERM-061', 'eng', 'feature flags', ['ManageFeatureFlags'], true],
  ['PERM-062', 'eng', 'products', ['ManageProducts'], true],
  ['PERM-063', 'eng', 'excluded words', ['ManageExcludedWords'], true],
  ['PERM-064', 'eng', 'bot', ['Bot'], true],
  ['PERM-065', 'eng', 'commission categories', ['CommissionCategories'], true],
  ['PERM-066', 'eng', 'the management of commission categories', ['ManageCommissionCategories'], true],
  ['PERM-067', 'wrt', 'the keyword research tool', ['KeywordResearch'], true],
]

for (const [id, role, grant, names, granted] of GRANTS) {
  test(`${role} is ${granted ? '' : 'not '}granted ${grant} [${id}]`, () => {
    for (const name of names) expect(grantsOf(role).includes(name), name).toBe(granted)
  })
}

test('a writer is granted the keyword research tool and their own profile, and no more [PERM-068]', () => {
  expect([...grantsOf('wrt')].sort()).toEqual(['KeywordResearch', 'Profile'])
})

/** What D5, D12 and D149 add to the listed grants: the tools themselves, and the keyword screens of adm. */
const ADDED: Readonly<Record<RoleId, readonly Permission[]>> = {
  adm: ['ViewTools', 'ViewKeywords'],
  opm: ['ViewTools'],
  qa: ['ViewTools'],
  eng: ['ViewTools'],
  wrt: ['Profile'],
}

test('a role holds no grant beyond those listed for it, so user access is held by adm alone [PERM-069]', () => {
  for (const role of ROLE_IDS) {
    const listed = GRANTS.filter(([, of, , , granted]) => of === role && granted).flatMap((row) => row[3])
    expect([...grantsOf(role)].sort(), role).toEqual([...new Set([...listed, ...ADDED[role]])].sort())
  }
  expect(ROLE_IDS.filter((role) => grantsOf(role).includes('UserAccess'))).toEqual(['adm'])
})

test('the roles are adm, opm, qa, eng and wrt; a new user is an opm [PERM-001] [USER-011]', () => {
  expect(Object.entries(ROLES).map(([id, { description }]) => [id, description])).toEqual([
    ['adm', 'Admin'],
    ['opm', 'Operations manager'],
    ['qa', 'QA'],
    ['eng', 'Engineer'],
    ['wrt', 'Writer'],
  ])
  expect(DEFAULT_ROLE).toBe('opm')
})

test('any one of the required permissions is enough [PERM-002]', () => {
  expect(isPermitted(['Bot'], ['ManageScan', 'Bot'])).toBe(true)
  expect(isPermitted(['Bot'], ['ManageScan', 'Profile'])).toBe(false)
  expect(isPermitted([], ['ManageScan'])).toBe(false)
})

test('without required permissions every user passes [PERM-003]', () => {
  expect(isPermitted([], [])).toBe(true)
})

test('the permissions have the names of the specification [PERM-004]', () => {
  const names =
    'ManageArticles, PendingArticles, ValidateArticles, CreateArticle, ManageProducts, CommissionCategories, ManageCommissionCategories, ViewKeywords, ViewTools, KeywordsUpload, KeywordsOpportunities, Profile, ManageScan, ManageSites, ManageWebhooks, ManageUsers, UpdateUser, CreateUser, ManageFeatureFlags, UserAccess, Bot, KeywordResearch, ManageExcludedWords'
  expect([...PERMISSIONS]).toEqual(names.split(', '))
})

test('a menu entry and its screen each name their own permissions [PERM-005]', () => {
  const readings = MENU.map(({ screen, access }) => [screen, access, SCREENS[screen].access] as const)
  const different = readings.filter(([, menu, route]) => JSON.stringify(menu) !== JSON.stringify(route))
  expect(different.map(([screen]) => screen).sort()).toEqual(
    ['gameSolutions', 'googleSheets', 'gscKeywords', 'keywordResearch', 'profile', 'reports'].sort(),
  )
})

import { describe, expect, it } from 'vitest'
import { PERMISSIONS, type Permission } from '#shared/access/permissions.ts'
import { grantsOf, ROLE_IDS, type RoleId } from '#shared/access/roles.ts'
import { SCREENS, type ScreenName, type Visitor } from '#shared/access/screens.ts'
import { isReturnable, screenAt, verdictOn } from './guard.ts'

const as = (roleId: RoleId): Visitor => ({ roleId, permissions: grantsOf(roleId) })
const holding = (...permissions: Permission[]): Visitor => ({ roleId: 'opm', permissions })
const holdingAllBut = (names: readonly Permission[]) =>
  holding(...PERMISSIONS.filter((name) => !names.includes(name)))
const open = { kind: 'open' }
const to = (place: string) => ({ kind: 'redirect', to: place })

/** The route table of the specification; /keyword-research as decided in D5. */
const NEEDS: [string, ScreenName, Permission[], string][] = [
  ['SHELL-007', 'keywords', ['ViewKeywords'], '/keywords'],
  ['SHELL-008', 'articles', ['ManageArticles'], '/articles'],
  ['SHELL-009', 'pendingArticles', ['PendingArticles'], '/articles/pending'],
  ['SHELL-010', 'preview', ['ViewTools'], '/preview/bm/12'],
  ['SHELL-011', 'products', ['ManageProducts'], '/products'],
  ['SHELL-012', 'commissionCategories', ['CommissionCategories'], '/commission-categories'],
  ['SHELL-013', 'contentTracker', ['ViewKeywords'], '/content-tracker'],
  ['SHELL-014', 'reports', ['ViewKeywords'], '/reports'],
  ['SHELL-015', 'gscKeywords', ['ViewKeywords'], '/gsc-keywords'],
  ['SHELL-016', 'keywordOpportunities', ['KeywordsOpportunities'], '/keyword-opportunities'],
  ['SHELL-017', 'keywordResearch', ['ViewTools', 'KeywordResearch'], '/keyword-research'],
  ['SHELL-018', 'productSearch', ['ViewTools'], '/product-search'],
  ['SHELL-019', 'googleSheets', ['ViewTools'], '/google-sheets'],
  ['SHELL-020', 'uploadKeywords', ['KeywordsUpload'], '/upload-keywords'],
  ['SHELL-021', 'profile', ['Profile'], '/profile'],
  ['SHELL-022', 'scan', ['ManageScan'], '/scan'],
  ['SHELL-023', 'sites', ['ManageSites'], '/sites'],
  ['SHELL-024', 'userActivity', ['ManageSites'], '/user-activity'],
  ['SHELL-025', 'featureFlags', ['ManageFeatureFlags'], '/feature-flag'],
  ['SHELL-026', 'dbQuery', ['ManageFeatureFlags'], '/db-query'],
  ['SHELL-027', 'users', ['ManageUsers'], '/users'],
  ['SHELL-028', 'userDetails', ['ManageUsers'], '/users/12'],
  ['SHELL-029', 'userAccess', ['UserAccess'], '/user-access'],
  ['SHELL-030', 'bot', ['Bot'], '/bot'],
]

describe('a permitted screen', () => {
  // [SHELL-007, SHELL-008, SHELL-009, SHELL-010, SHELL-011, SHELL-012, SHELL-013, SHELL-014, SHELL-015]
  // [SHELL-016, SHELL-017, SHELL-018, SHELL-019, SHELL-020, SHELL-021, SHELL-022, SHELL-023, SHELL-024]
  // [SHELL-025, SHELL-026, SHELL-027, SHELL-028, SHELL-029, SHELL-030]
  it.each(NEEDS)('[%s] %s opens for holders of %j only, at %s', (_, name, permissions, path) => {
    expect(screenAt(path)).toBe(name)
    for (const permission of permissions) expect(verdictOn(name, path, holding(permission))).toEqual(open)
    expect(verdictOn(name, path, holdingAllBut(permissions)).kind).not.toBe('open')
    expect(verdictOn(name, path, holding()).kind).not.toBe('open')
    expect(verdictOn(name, path, null)).toEqual(to('/'))
  })

  it('sends a signed-out visitor to / [SHELL-032, SHELL-037]', () => {
    expect(verdictOn('articles', '/articles', null)).toEqual(to('/'))
  })

  it('sends a writer to /tools and all other users to /keywords [SHELL-033, SHELL-035, SHELL-036]', () => {
    expect(verdictOn('articles', '/articles', as('wrt'))).toEqual(to('/tools'))
    expect(verdictOn('dbQuery', '/db-query', as('opm'))).toEqual(to('/keywords'))
    expect(verdictOn('dbQuery', '/db-query', as('adm'))).toEqual(to('/keywords'))
  })

  it('never redirects in a circle', () => {
    const visitors = [null, holding(), ...ROLE_IDS.map(as)]
    for (const visitor of visitors)
      for (const name of Object.keys(SCREENS) as ScreenName[]) {
        const verdict = verdictOn(name, SCREENS[name].path, visitor)
        if (verdict.kind !== 'redirect') continue
        const next = screenAt(verdict.to)
        expect(next && verdictOn(next, verdict.to, visitor)).toEqual(open)
      }
  })
})

describe('a public screen', () => {
  it('opens for signed-out visitors without any permission [SHELL-001, SHELL-003, SHELL-004, SHELL-005]', () => {
    for (const name of ['signIn', 'confirmation', 'forgotPassword', 'resetPassword'] as const)
      expect(verdictOn(name, SCREENS[name].path, null)).toEqual(open)
  })

  it('is closed to signed-in users [SHELL-001, SHELL-002, SHELL-031]', () => {
    for (const name of ['signIn', 'confirmation', 'forgotPassword', 'resetPassword'] as const) {
      expect(verdictOn(name, SCREENS[name].path, as('qa'))).toEqual(to('/keywords'))
      expect(verdictOn(name, SCREENS[name].path, as('wrt'))).toEqual(to('/tools'))
    }
  })

  it('/game-solutions opens for anyone [SHELL-006]', () => {
    for (const visitor of [null, holding(), as('adm')])
      expect(verdictOn('gameSolutions', '/game-solutions', visitor)).toEqual(open)
  })

  it('a refused visit to exactly /game-solutions redirects there before any other rule [SHELL-034]', () => {
    for (const visitor of [null, as('wrt'), as('opm')])
      expect(verdictOn('signIn', '/game-solutions', visitor ?? null)).toEqual(
        visitor === null ? open : to('/game-solutions'),
      )
    expect(verdictOn('articles', '/game-solutions', null)).toEqual(to('/game-solutions'))
    // The rule compares the full address, so any other address that begins like it follows the usual rules.
    for (const requested of ['/game-solutions?word=crane', '/game-solutions/', '/game-solutions#top'])
      expect(verdictOn('articles', requested, as('wrt'))).toEqual(to('/tools'))
  })
})

describe('a screen that the menu shows to users without access', () => {
  it('stays open, locked, and names the missing permission', () => {
    expect(verdictOn('gscKeywords', '/gsc-keywords', as('wrt'))).toEqual({
      kind: 'locked',
      missing: ['ViewKeywords'],
    })
    expect(verdictOn('googleSheets', '/google-sheets', as('wrt'))).toEqual({
      kind: 'locked',
      missing: ['ViewTools'],
    })
    expect(verdictOn('reports', '/reports', holding('KeywordsUpload'))).toEqual({
      kind: 'locked',
      missing: ['ViewKeywords'],
    })
    expect(verdictOn('profile', '/profile', holding())).toEqual({ kind: 'locked', missing: ['Profile'] })
  })
})

describe('the place to return to after signing in', () => {
  it('is one of our screens', () => {
    for (const place of ['/articles?page=2', '/users/12', '/preview/bm/3#top', '/game-solutions'])
      expect(isReturnable(place)).toBe(true)
  })

  it('is never outside Copydesk', () => {
    for (const place of [
      '//evil.example/articles',
      '/\\evil.example',
      'https://evil.example/articles',
      '/api/users',
      '/',
      '/reset-password/abc',
      'javascript:alert(1)',
      '',
    ])
      expect(isReturnable(place)).toBe(false)
  })
})

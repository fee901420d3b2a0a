import { describe, expect, it } from 'vitest'
import { PERMISSIONS, type Permission } from '#shared/access/permissions.ts'
import { grantsOf, ROLE_IDS, type RoleId } from '#shared/access/roles.ts'
import { MENU, type Visitor } from '#shared/access/screens.ts'
import { currentScreen, menuSections, toolsFor } from './menu.ts'

const as = (roleId: RoleId): Visitor => ({ roleId, permissions: grantsOf(roleId) })
const holding = (...permissions: Permission[]): Visitor => ({ roleId: 'opm', permissions })
const holdingAllBut = (names: readonly Permission[]) =>
  holding(...PERMISSIONS.filter((name) => !names.includes(name)))
const labels = (visitor: Visitor) =>
  menuSections(visitor).flatMap(({ entries }) => entries.map(({ label }) => label))
const headings = (visitor: Visitor) => menuSections(visitor).map(({ heading }) => heading)

describe('a menu entry', () => {
  // [SHELL-063, SHELL-064, SHELL-065, SHELL-066, SHELL-071, SHELL-072, SHELL-073, SHELL-074, SHELL-075]
  // [SHELL-076, SHELL-077, SHELL-078, SHELL-079]
  it.each<[string, string, Permission[]]>([
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
  ])('[%s] %s needs one of %j, and is hidden otherwise', (_, label, permissions) => {
    for (const permission of permissions) expect(labels(holding(permission))).toContain(label)
    expect(labels(holdingAllBut(permissions))).not.toContain(label)
  })

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
    'Changes',
    'CSV Upload',
    ...FOR_ALL,
  ]
  it.each<[RoleId, string[]]>([
    ['wrt', ['Keyword research', ...FOR_ALL]],
    ['opm', OPERATIONS],
    ['qa', OPERATIONS],
    ['adm', [...OPERATIONS, 'Bot', 'Users', 'Sites', 'App Scan', 'User Activity', 'User Access']],
    [
      'eng',
      [...OPERATIONS, 'Bot', 'Users', 'Sites', 'App Scan', 'User Activity', 'Feature Flags', 'DB Query'],
    ],
  ])('is shown to %s only with its permission [SHELL-062]', (role, entries) => {
    expect(labels(as(role)).toSorted()).toEqual([...entries, 'My Profile'].toSorted())
  })

  it('without a permission is shown to every signed-in user [SHELL-067, SHELL-068, SHELL-069]', () => {
    for (const visitor of [holding(), ...ROLE_IDS.map(as)])
      expect(labels(visitor)).toEqual(
        expect.arrayContaining(['GSC Keywords Manager', 'Google Sheets Manager', 'My Profile']),
      )
  })

  it('My Profile comes after every other entry', () => {
    for (const role of ROLE_IDS) expect(labels(as(role)).at(-1)).toBe('My Profile')
  })
})

describe('the group of tools', () => {
  it('has its heading only for holders of ViewTools [SHELL-053, SHELL-054]', () => {
    expect(headings(holding('ViewTools'))).toContain('Tools')
    expect(headings(as('wrt'))).not.toContain('Tools')
    expect(headings(holdingAllBut(['ViewTools']))).not.toContain('Tools')
  })
})

it('the tools are grouped into keywords, articles, products and data, without empty groups', () => {
  const partsOf = (visitor: Visitor) =>
    menuSections(visitor)[0]?.parts.map(({ label, entries }) => [label, entries.length])
  expect(partsOf(as('adm'))).toEqual([
    ['Keywords', 5],
    ['Articles', 4],
    ['Products', 3],
    ['Data', 4],
  ])
  expect(partsOf(as('wrt'))).toEqual([[null, 4]])
  expect(partsOf(holding('ViewTools'))).toEqual([
    ['Keywords', 1],
    ['Articles', 1],
    ['Products', 1],
    ['Data', 1],
  ])
})

describe('the group Admin', () => {
  it('is shown to users who manage sites, users or feature flags [SHELL-055, SHELL-056, SHELL-057, SHELL-058]', () => {
    for (const permission of ['ManageSites', 'ManageUsers', 'ManageFeatureFlags'] as const)
      expect(headings(holding(permission))).toContain('Admin')
  })

  it('is hidden from all other users [SHELL-059]', () => {
    for (const role of ['opm', 'qa', 'wrt'] as const) expect(headings(as(role))).not.toContain('Admin')
    const others = holdingAllBut(['ManageSites', 'ManageUsers', 'ManageFeatureFlags'])
    expect(headings(others)).not.toContain('Admin')
    expect(labels(others)).toEqual(expect.arrayContaining(['App Scan', 'User Access']))
  })
})

describe('the cards of the landing page', () => {
  it('lead only to screens that the user can open', () => {
    const { open, locked } = toolsFor(as('wrt'))
    expect(open.map(({ label }) => label)).toEqual(['Keyword research', 'Game Solutions'])
    expect(locked).toContainEqual(
      expect.objectContaining({ label: 'GSC Keywords Manager', missing: ['ViewKeywords'] }),
    )
    expect(locked).toContainEqual(
      expect.objectContaining({ label: 'DB Query', missing: ['ManageFeatureFlags'] }),
    )
  })

  it('are all tools, each open or locked', () => {
    for (const role of ROLE_IDS) {
      const { open, locked } = toolsFor(as(role))
      expect([...open, ...locked].map(({ screen }) => screen).sort()).toEqual(
        MENU.filter(({ group }) => group !== 'own')
          .map(({ screen }) => screen)
          .sort(),
      )
    }
  })
})

it('a page below a menu entry, such as a report, belongs to that entry', () => {
  const sections = menuSections(as('adm'))
  for (const [path, screen] of [
    ['/reports/winners', 'reports'],
    ['/articles/12', 'articles'],
    ['/articles/pending', 'pendingArticles'],
    ['/users', 'users'],
    ['/reportsandmore', undefined],
    ['/', undefined],
  ])
    expect([path, currentScreen(sections, path ?? '')]).toEqual([path, screen])
})

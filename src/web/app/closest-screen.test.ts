import { expect, it } from 'vitest'
import { grantsOf } from '#shared/access/roles.ts'
import { closestScreen } from './closest-screen.ts'

const admin = { roleId: 'adm', permissions: grantsOf('adm') }
const writer = { roleId: 'wrt', permissions: grantsOf('wrt') }

it.each([
  ['/user', 'users'],
  ['/user/5', 'users'],
  ['/Keywords-Sumary', 'keywords'],
  ['/keyword-oportunities', 'keywordOpportunities'],
  ['/sitse', 'sites'],
] as const)(
  'a mistyped address, such as %s, probably means the screen whose address or title is nearest',
  (typed, screen) => {
    expect(closestScreen(typed, admin)).toBe(screen)
  },
)

it('an address that is near no screen, or too short to tell, means none', () => {
  for (const typed of ['/', '/s', '/an', '/cellar', '/1/2/3'])
    expect(closestScreen(typed, admin), typed).toBeNull()
})

it('a screen that the user may not open is not offered', () => {
  expect(closestScreen('/user', writer)).toBeNull()
})

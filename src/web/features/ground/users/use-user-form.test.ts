import { describe, expect, it } from 'vitest'
import type { User } from '#shared/features/ground/users/contract.ts'
import { givesUpAdmin, startValues, wantsAdminWarning } from './use-user-form.ts'

const USER: User = {
  id: 5,
  first_name: 'Ada',
  last_name: 'Newcome',
  username: 'ada@copydesk.example',
  active: 0,
  role: { id: 'eng', description: 'Engineer' },
  role_id: 'eng',
  sign_in_count: 3,
  last_sign_in_at: null,
  confirmed: true,
  version: 1,
}

describe('the user form', () => {
  it('starts a new user as an active opm without a name [USER-011]', () => {
    expect(startValues(null)).toEqual({
      username: '',
      first_name: '',
      last_name: '',
      role_id: 'opm',
      active: true,
    })
  })

  it('starts from the user as loaded', () => {
    expect(startValues(USER)).toEqual({
      username: 'ada@copydesk.example',
      first_name: 'Ada',
      last_name: 'Newcome',
      role_id: 'eng',
      active: false,
    })
  })

  it('detects a user who would stop being an admin', () => {
    const admin = { ...startValues(USER), role_id: 'adm' as const }
    expect(givesUpAdmin(admin, { ...admin, role_id: 'qa' })).toBe(true)
    expect(givesUpAdmin(admin, { ...admin, last_name: 'Newcomb' })).toBe(false)
    expect(givesUpAdmin(startValues(USER), admin)).toBe(false)
  })

  it('warns of a new admin, and of no other user [USER-018]', () => {
    expect(wantsAdminWarning(startValues(USER), 'adm')).toBe(true)
    expect(wantsAdminWarning(startValues(null), 'adm')).toBe(true)
    expect(wantsAdminWarning(startValues(USER), 'qa')).toBe(false)
    expect(wantsAdminWarning({ ...startValues(USER), role_id: 'adm' }, 'adm')).toBe(false)
  })
})

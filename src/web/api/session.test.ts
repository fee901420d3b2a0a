import { describe, expect, it } from 'vitest'
import { person } from '#web/testing/people.ts'
import { createSession, session } from './session.ts'

describe('the session', () => {
  it('starts with a sign-in and keeps token and user under two keys of the product [AUTH-011, AUTH-012, AUTH-013, AUTH-014]', () => {
    expect(session.user()).toBeNull()
    session.signIn('token-1', person('qa'))
    expect(session.user()?.first_name).toBe('Ines')
    expect(localStorage.getItem('copydesk.token')).toBe('token-1')
    expect(JSON.parse(localStorage.getItem('copydesk.user') ?? 'null')).toEqual(person('qa'))
  })

  it('leaves nothing in the browser after a sign-out [AUTH-015, AUTH-016]', () => {
    session.signIn('token-1', person('qa'))
    session.signOut()
    expect(localStorage.getItem('copydesk.token')).toBeNull()
    expect(localStorage.getItem('copydesk.user')).toBeNull()
    expect(session.user()).toBeNull()
  })

  it('survives a reload of the page', () => {
    createSession(localStorage).signIn('token-1', person('eng'))
    const reopened = createSession(localStorage)
    expect(reopened.token()).toBe('token-1')
    expect(reopened.user()?.role_id).toBe('eng')
  })

  it('ignores a damaged or incomplete user', () => {
    for (const spoilt of ['{', '"x"', '{"id":1}', '{"id":1,"role":{},"permissions":"all"}']) {
      localStorage.setItem('copydesk.token', 't')
      localStorage.setItem('copydesk.user', spoilt)
      expect(createSession(localStorage).user()).toBeNull()
    }
  })

  it('reports the user who is leaving before it forgets them', () => {
    const own = createSession(localStorage)
    const left: string[] = []
    own.beforeSignOut((user, reason) => left.push(`${user.first_name} ${reason} ${own.token()}`))
    own.signIn('t', person('qa'))
    own.signOut('forced')
    own.signOut('forced')
    expect(left).toEqual(['Ines forced t'])
  })
})

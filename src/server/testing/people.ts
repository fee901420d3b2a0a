import { hash } from '@node-rs/argon2'
import { ROLE_IDS, type RoleId } from '#shared/access/roles.ts'
import type { Db } from '../db/connect.ts'
import { buildSite, buildUser } from './builders.ts'

export const PASSWORD = 'correct horse battery'

export const usernameOf = (role: RoleId, which = 1) => `${role}${which}@desk.example`

/** What a real password costs is proven by those who try real ones: a thousand sign-ins of tests need not wait for it. */
export const cheapPasswordHash = () => hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** One site, and two people of every role. */
export async function buildPeople(db: Db): Promise<void> {
  // Sites of tests are numbered from one.
  const site = { code: 's0', displayName: 'Site 0', normalizedName: 'site-0', url: 'https://site-0.example' }
  await buildSite(db, site)
  const passwordHash = await cheapPasswordHash()
  for (const roleId of ROLE_IDS) {
    for (const which of [1, 2]) {
      const firstName = `${roleId[0]?.toUpperCase()}${roleId.slice(1)}`
      const lastName = which === 1 ? 'One' : 'Two'
      await buildUser(db, { roleId, username: usernameOf(roleId, which), firstName, lastName, passwordHash })
    }
  }
}

import type { RoleId } from '#shared/access/roles.ts'
import type { UploadSummary } from '#shared/features/keywords/keyword-uploads/contract.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { insertSession } from '../features/ground/auth/store.ts'
import { createToken, hashToken } from '../security/tokens.ts'
import { startApi } from './api.ts'
import { buildUser } from './builders.ts'

/** A server that listens, and uploads of keyword files to it. */
export async function startUploads() {
  const api = await startApi()
  const address = await api.app.listen({ host: '127.0.0.1', port: 0 })

  /** Of a new person each time, because one person may upload only a few times a minute. */
  async function newToken(roleId: RoleId = 'opm'): Promise<string> {
    const { id } = await buildUser(api.database.db, { roleId })
    const token = createToken()
    const expiresAt = new Date(api.now().getTime() + HOUR_MS)
    await insertSession(api.database.db, {
      tokenHash: hashToken(token),
      userId: id,
      createdAt: api.now(),
      expiresAt,
    })
    return token
  }

  async function upload(bytes: Buffer | string, { name = 'words.csv', path = '', token = '' } = {}) {
    const form = new FormData()
    form.append('file', new Blob([Buffer.from(bytes)]), name)
    const response = await fetch(`${address}/api/keywords/upload${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token || (await newToken())}` },
      body: form,
    })
    const body = (await response.json()) as UploadSummary & { message: string }
    return { status: response.status, body, retryAfter: response.headers.get('retry-after') }
  }

  /** How many keywords there are. */
  async function count(): Promise<number> {
    const { rows } = await api.database.pool.query('select count(*)::int as count from keywords')
    return rows[0].count
  }

  return { api, address, newToken, upload, count }
}
